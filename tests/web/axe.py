"""axe-core finds no violation: every page, in three languages, light and dark, on a phone; and every id stands once.

npm gets axe-core into the build folder, once; without it the test is skipped.
"""

import hashlib
import os
import subprocess
import sys
import tarfile

from harness import equal, holds, is_long, languages, main, skip

version, checksum = "4.14.1", "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
pages = ["/", "/games/44#20", "/games/9#4", "/games/68/source", "/openings?after=e2e4", "/search?pieces=Ne5&exclude=pd6", "/patterns?cql=mate", "/problems", "/players?name=Alekhine",
         "/compare/38+51", "/database"]
colours = ["color-contrast", "link-in-text-block"]  # all that the dark changes


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


def open_all(browser, path):
    browser.go(path)
    browser.wait("!document.querySelector('[aria-busy]')")
    browser.script("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    browser.wait("!document.querySelector('[aria-busy]')")


def violations(browser, what, rules=None):
    """Looks at the page that is open; `rules`: by default all."""
    passed, found = browser.driver.execute_async_script("""const [rules, done] = arguments;
        axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
            .then((all) => done([all.passes.length, all.violations.map((one) => one.id + ': ' + one.nodes[0].html.slice(0, 200))]));""", rules)
    holds(passed > (0 if rules else 10), f"axe looked at {what}")
    ids = browser.script("return [...document.querySelectorAll('[id]')].map((one) => one.id)")
    equal(sorted({one for one in ids if ids.count(one) > 1}), [], f"ids that stand twice on {what}")
    return [f"{what}: {one}" for one in found]


def no_violation_in_three_languages(_, browser):
    """In the dark too, and, in Arabic, on a phone; with COFNOD_LONG each language in both, by all rules."""
    found = []
    for language in languages:
        browser.open("/corrections", language)
        browser.script(source)
        for path in pages:
            open_all(browser, path)
            found += violations(browser, f"{path} in {language}")
            if language == "en" or is_long:
                browser.resize(1280, 900, "dark")
                found += violations(browser, f"{path} in the dark in {language}", None if is_long else colours)
            if language == "ar" or is_long:
                browser.resize(320, 640)
                found += violations(browser, f"{path} on a phone in {language}")
            browser.resize(1280, 900)
    equal(found, [], "violations")


if __name__ == "__main__":
    source = axe()
    main([no_violation_in_three_languages])
