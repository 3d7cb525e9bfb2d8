"""Makes the two pictures of the README: the desk in Welsh, light; a game in Arabic, dark. `screenshots.py COFNOD ROOT [BUILD] [FOLDER]`.

As a test it looks that both can be made and are small; with FOLDER they are kept there.
"""

import base64
import os
import sys

from harness import holds, main

pictures = [("desk-cy-light", "/games/68/source", "cy", "light"), ("game-ar-dark", "/games/30#20", "ar", "dark")]


def pictures_of_the_readme(_, browser):
    for name, path, language, scheme in pictures:
        browser.resize(1160, 640, scheme)
        browser.open(path, language)
        browser.wait("document.querySelector('.board use') && !document.querySelector('[aria-busy]')")
        shot = base64.b64decode(browser.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"])
        holds(5_000 < len(shot) < 150_000, f"{name}.png has {len(shot)} bytes")
        if len(sys.argv) > 4:
            with open(os.path.join(sys.argv[4], name + ".png"), "wb") as file:
                file.write(shot)


if __name__ == "__main__":
    main([pictures_of_the_readme])
