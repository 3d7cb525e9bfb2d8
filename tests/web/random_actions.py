"""Whatever is pressed and clicked, the board shows what `cofnod show` has at the ply of the address, and nothing complains.

60 actions in each language, with COFNOD_LONG 10,000; COFNOD_SEED draws others.
"""

import os
import random
import time

from games import board, squares_of
from harness import equal, is_long, languages, main

keys = ["\ue014", "\ue012", "j", "k", "\ue011", "\ue010", "f", "n", "N", "d", "\ue004", "\ue015", "\ue013"]
clicks = [".step.first", ".step.back", ".step.forward", ".step.last", ".step.flip", ".moves .move", ".material svg"]
actions = 10_000 if is_long else 60


def act(browser, draw, games):
    kind = draw.random()
    if kind < 0.6:
        browser.press(draw.choice(keys))
    elif kind < 0.85:
        browser.script("""const all = [...document.querySelectorAll(arguments[0])];
            if (all.length) all[arguments[1] % all.length].dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX: arguments[1] % 1280 }))""",
                       draw.choice(clicks), draw.randrange(10000))
    elif kind < 0.93:
        browser.script("""const s = document.getElementById('notation');
            if (s) { s.selectedIndex = arguments[0] % s.options.length; s.dispatchEvent(new Event('change')); }""", draw.randrange(10000))
    elif kind < 0.97:
        browser.driver.refresh()
    else:
        browser.open(f"/games/{draw.choice(games)}", draw.choice(languages))
    browser.wait("!document.querySelector('main').hasAttribute('aria-busy') && document.querySelector('.board [role=gridcell]')")


def the_board_is_that_of_show_after_anything(site, browser):
    draw = random.Random(int(os.environ.get("COFNOD_SEED", "1")))
    games = [game["id"] for game in site.get("games?limit=500")["games"]]
    shown = {}
    for language in languages:
        browser.open(f"/games/{draw.choice(games)}", language)
        done = []
        for _ in range(actions):
            act(browser, draw, games)
            time.sleep(0.12)  # the address is written once in a while
            path, place = browser.script("return [location.pathname, location.hash.slice(1)]")
            done.append(path + "#" + place)
            if place.startswith("v"):
                continue
            game = shown.setdefault(path, None) or shown.update({path: site.get(path.lstrip("/"))}) or shown[path]
            position = game["steps"][int(place) - 1]["position"] if place else game["start"]
            equal(browser.script(board), squares_of(position), f"board after {done[-5:]} in {language}")
    equal([each for each in browser.complaints() if "favicon" not in each], [], "console")


if __name__ == "__main__":
    main([the_board_is_that_of_show_after_anything])
