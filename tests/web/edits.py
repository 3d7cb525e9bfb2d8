"""Corrections made in the page leave the database that the commands leave.

The golden transcripts of `cofnod correct` and `cofnod set` are walked through: what makes the database runs as it stands, each
correction is made by the command in one copy of it and by hand in the page in another, in one language by turn, with COFNOD_LONG in all three.
"""

import glob
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from harness import Browser, Keys, Site, equal, holds, is_long, languages, skip, webdriver

moment = re.compile(r"20\d\d-\d\d-\d\dT[0-9:]+Z")


def content(database):
    """Returns all rows of all tables but for the time of writing, and the mark that each change sets anew."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        tables = [name for name, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")]
        return [(table, *(moment.sub("...", cell) if isinstance(cell, str) else cell for cell in row)) for table in tables for row in connection.execute(f"SELECT * FROM {table}") if (table, row[0]) != ("property", "change")]
    finally:
        connection.close()


def commands(path):
    """Yields the commands of a transcript, lines of here documents included."""
    with open(path, encoding="utf-8") as file:
        found = re.findall(r"^\$ (.*(?:\n> .*|\n>$)*)", file.read(), re.MULTILINE)
    for command in found:
        yield re.sub(r"\n> ?", "\n", command)


class Arguments:
    """A correction as the command line has it."""

    def __init__(self, command):
        words = shlex.split(command.split("|")[0].split(">")[0])
        self.name, self.flags = words[1], [word for word in words[2:] if word in ("--dry-run", "--quiet", "--json")]
        self.options = {word: words[i + 1] for i, word in enumerate(words) if word in ("--by", "--nth")}
        self.rest = [word for i, word in enumerate(words[2:], 2) if not word.startswith("--") and words[i - 1] not in ("--by", "--nth")]
        self.is_tried = "--dry-run" in self.flags


# Selects a passage of the text of the source, by its characters.
select_passage = """
const [begin, end] = arguments, place = (at) => {
    let before = 0;
    for (const line of document.querySelectorAll('.text-place .words')) {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode());) {
            if (node.parentElement.hasAttribute('data-filler')) continue;
            const letters = [...node.data];
            if (at <= before + letters.length) return [node, letters.slice(0, at - before).join('').length];
            before += letters.length;
        }
        before += 1;
    }
};
getSelection().setBaseAndExtent(...place(begin), ...place(end));
document.dispatchEvent(new Event('selectionchange'));
"""


class Page:
    """The desk of a served database, in a browser."""

    def __init__(self, site, browser, language):
        self.site, self.browser, self.language = site, browser, language
        browser.site = site
        browser.driver.get(f"{site.address}/?lang={language}{site.entrance()}")
        browser.script("localStorage.clear()")

    def open(self, game):
        self.browser.open(f"/games/{game}/source", self.language)
        self.browser.wait("document.querySelector('.edit-correct')")
        self.shown = "return document.querySelector('.source-text').textContent"

    def write(self, selector, text):
        self.browser.script(f"const e = document.querySelector('{selector}'); e.focus(); e.select?.()")
        self.browser.press(Keys.BACKSPACE if not text else text)

    def sign(self, name):
        self.browser.script("const e = document.querySelector('#made-by'); e.value = arguments[0]; e.dispatchEvent(new Event('change'))", name)

    def begin(self, game, was, nth):
        """Selects the passage, and opens the form."""
        text = self.site.get(f"games/{game}/source")["text"]
        places = [match.start() for match in re.finditer(re.escape(was), text)]
        whole = [at for at in places if not re.search(r"\w$", text[:at]) and not re.match(r"\w", text[at + len(was):])]
        holds(places, f"{was!r} stands in {text!r}")
        at = (whole or places)[int(nth or 1) - 1]
        self.browser.script(select_passage, at, at + len(was))
        self.browser.script("document.querySelector('.edit-correct').click()")
        self.browser.wait("document.querySelector('#edit-was')")
        equal(self.browser.script("return document.querySelector('#edit-was').value"), was, "what stands there")

    def keep(self):
        self.browser.script("document.querySelector('.edit .keep').click()")
        self.browser.wait("!document.querySelector('.edit') || document.querySelector('.edit .problem-box')")
        holds(not self.browser.script("return document.querySelector('.edit')"), "kept")

    def correct(self, asked):
        game, was, now = asked.rest[1:]
        self.open(game)
        self.sign(asked.options.get("--by", ""))
        before = self.browser.script(self.shown)
        self.begin(game, was, asked.options.get("--nth"))
        self.write("#edit-now", now)
        self.browser.wait("document.querySelector('.outcome strong') && !document.querySelector('.edit .keep').disabled")
        holds(now.split()[0] in self.browser.script(self.shown), "the text is shown as it would be")
        first = next((f"?before={each['id']}" for each in self.site.get(f"corrections?game={game}")["corrections"] if each["kind"] in ("correct", "replace")), "")
        original = self.browser.script("return [...document.querySelectorAll('.original .raw')].map((line) => line.textContent).join('\\n')")
        equal(original, self.site.get(f"games/{game}/source{first}")["text"].rstrip("\n"), "the original beside it")
        if asked.is_tried:
            self.browser.press(Keys.ESCAPE)
            self.browser.wait("!document.querySelector('.edit')")
            equal(self.browser.script(self.shown), before, "the text is shown as it was")
        else:
            self.keep()
            self.browser.wait(f"document.querySelector('.source-text').textContent.includes({now!r})")

    def set(self, asked):
        game, *tags = asked.rest[1:]
        self.open(game)
        self.sign(asked.options.get("--by", ""))
        self.browser.script("document.querySelector('.edit-details').click()")
        for name, value in (tag.split("=", 1) for tag in tags):
            if self.browser.script(f"return !!document.querySelector('#tag-{name}')"):
                self.browser.script(f"const e = document.querySelector('#tag-{name}'); e.value = arguments[0]", value)
            else:
                self.write("#tag-name", name)
                self.write("#tag-value", value)
        self.keep()

    def undo(self, asked):
        last = asked.rest[1] if len(asked.rest) > 1 else self.site.get("corrections")["corrections"][-1]["game"]
        if not self.has(last):
            return self.click(f"/games/{last}/source", ".restore", ".source-text")
        self.open(last)
        count = self.browser.script("return document.querySelectorAll('.corrections li').length")
        self.browser.script("document.querySelector('.undo').click()")
        self.browser.wait(f"document.querySelectorAll('.corrections li').length === {count - 1}")

    def delete(self, asked):
        game = asked.rest[1]
        self.open(game)
        self.sign(asked.options.get("--by", ""))
        self.browser.script("document.querySelector('.edit-delete').click()")
        self.browser.script("document.querySelector('.edit .keep').click()")
        self.browser.wait("document.querySelector('.restore')")

    def has(self, game):
        return self.site.get(f"games/count?ids={game}")["count"] > 0

    def click(self, path, button, shown):
        """Clicks on the only button of a page, and waits for what it leads to."""
        self.browser.open(path, self.language)
        self.browser.script(f"document.querySelector('{button}').click()")
        self.browser.wait(f"document.querySelector('{shown}')")

    def refused(self, asked):
        """Types the passage and what takes its place: the answer says what is wrong, and there is nothing to keep."""
        game, was, now = asked.rest[1:]
        if not self.has(game):
            return
        self.open(game)
        self.browser.press("k", "j", "e")
        for field, text in (("#edit-was", was), ("#edit-now", now)):
            self.browser.script(f"const e = document.querySelector('{field}'); e.value = arguments[0]; e.dispatchEvent(new Event('input'))", text)
        if was != now:  # else nothing is asked
            self.browser.wait("document.querySelector('.outcome .problem-box')")
        equal(self.browser.script("return document.querySelector('.edit .keep').disabled"), True, "there is nothing to keep")


def walk(path, language, browser):
    """Walks through a transcript; returns the number of corrections that were stored."""
    folder = tempfile.mkdtemp(prefix="cofnod-edits-")
    os.symlink(os.path.join(root, "sample-data"), os.path.join(folder, "sample-data"))
    os.symlink(cofnod, os.path.join(folder, "cofnod"))
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    site, database, stored = None, "", 0

    def run(command):
        return subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False)

    try:
        for command in (each.replace("cofnod -q ", "cofnod ") for each in commands(path)):
            name = command.split()[1] if command.startswith("cofnod ") else ""
            if name not in ("", "import", "correct", "set", "undo", "delete"):
                continue
            result = run(command.replace(" --quiet", ""))
            if not name:
                continue
            named = re.search(r"\S+\.db\b", command).group()
            if name == "import" and named != database:
                database = named
                if site:
                    site.end()
                ours = shutil.copy(os.path.join(folder, database), os.path.join(folder, f"page-{database}"))
                site = Site(cofnod, root, database=ours, options=["--write"])
                page = Page(site, browser, language)
                continue
            if named != database:
                continue
            asked = Arguments(command)
            if name == "import":  # --replaces: the command's alone
                run(command.replace(database, f"page-{database}"))
            elif result.returncode == 0:
                getattr(page, name)(asked)
                stored += not asked.is_tried
            elif name == "correct" and not asked.options.get("--nth"):
                page.refused(asked)
            differing = set(content(ours)) ^ set(content(os.path.join(folder, database)))
            equal(sorted(map(str, differing)), [], f"{os.path.basename(path)}, {language}: database after '{command}'")
        equal(browser.complaints() and [each for each in browser.complaints() if "400" not in each], [], "console")
    finally:
        if site:
            site.end()
        shutil.rmtree(folder)
    return stored


if __name__ == "__main__":
    cofnod, root = (os.path.abspath(path) for path in sys.argv[1:3])
    if not webdriver or not shutil.which("chromium") or not shutil.which("chromedriver"):
        skip("install chromium, chromium-driver and python3-selenium to test the page in a browser")
    browser = Browser(None)
    try:
        paths = sorted(glob.glob(os.path.join(root, "tests", "golden", "correct", "*.console")) + glob.glob(os.path.join(root, "tests", "golden", "set", "*.console")))
        for turn, path in enumerate(paths):
            for language in languages if is_long else [languages[turn % len(languages)]]:
                count = walk(path, language, browser)
                holds(count >= 3, f"{path} stores corrections")
                print(f"passed  {os.path.basename(path)} in {language}: {count} changes")
    finally:
        browser.end()
