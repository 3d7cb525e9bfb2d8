"""axe-core finds no violation: every page, in three languages, light and dark, on a phone.

npm gets axe-core into the build folder, once; without it the test is skipped.
"""

import hashlib
import os
import subprocess
import sys
import tarfile

from harness import equal, holds, languages, main, skip

version, checksum = "4.14.1", "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
pages = ["/", "/games/44#20", "/games/9#4", "/games/68/source", "/openings?after=e2e4", "/search?pieces=Ne5&exclude=pd6", "/patterns?cql=mate", "/problems", "/players?name=Alekhine",
         "/compare/38+51", "/database"]


def axe():
    folder = os.path.join(sys.argv[3], "axe-core")
    script = os.path.join(folder, "package", "axe.min.js")
    if not os.path.exists(script):
        os.makedirs(folder, exist_ok=True)
        try:
            subprocess.run(["npm", "pack", f"axe-core@{version}", "--silent"], cwd=folder, check=True, timeout=60, capture_output=True)
            with tarfile.open(os.path.join(folder, f"axe-core-{version}.tgz")) as archive:
                archive.extract("package/axe.min.js", folder)
        except (OSError, subprocess.SubprocessError):
            skip(f"npm cannot get axe-core {version}")
    with open(script, "rb") as file:
        text = file.read()
    equal(hashlib.sha256(text).hexdigest(), checksum, "checksum of axe.min.js")
    return text.decode()


def violations(browser, path, language):
    browser.open(path, language)
    browser.wait("!document.querySelector('[aria-busy]')")
    browser.script("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    browser.wait("!document.querySelector('[aria-busy]')")
    browser.script(source)
    passed, found = browser.driver.execute_async_script("""const done = arguments[0];
        axe.run().then((all) => done([all.passes.length, all.violations.map((one) => one.id + ': ' + one.nodes[0].html.slice(0, 200))]));""")
    holds(passed > 10, f"axe looked at {path}")
    return [f"{path} {language}: {one}" for one in found]


def no_violation_in_three_languages(_, browser):
    equal([one for language in languages for path in pages for one in violations(browser, path, language)], [], "light")


def no_violation_in_the_dark(_, browser):
    browser.resize(1280, 900, "dark")
    equal([one for path in pages for one in violations(browser, path, "en")], [], "dark")


def no_violation_on_a_phone(_, browser):
    browser.resize(320, 640, "light")
    equal([one for path in pages for one in violations(browser, path, "ar")], [], "320 px")


def every_id_stands_once(_, browser):
    for path in pages:
        browser.open(path)
        ids = browser.script("return [...document.querySelectorAll('[id]')].map((one) => one.id)")
        equal(sorted({one for one in ids if ids.count(one) > 1}), [], path)


if __name__ == "__main__":
    source = axe()
    main([no_violation_in_three_languages, no_violation_in_the_dark, no_violation_on_a_phone, every_id_stands_once])
