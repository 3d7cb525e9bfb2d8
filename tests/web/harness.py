"""A server on a database of the sample data, and one browser: what all tests of the page share.

Each test file is a program: `NAME.py COFNOD ROOT`. It exits with 77, which ctest takes for skipped, where Chromium, its
driver or Selenium are missing.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import Bars, Failure, equal, failures_of, holds, skip  # noqa: E402, F401  # pylint: disable=wrong-import-position

languages = ("en", "cy", "ar")
is_long = "COFNOD_LONG" in os.environ

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains  # noqa: F401
    from selenium.webdriver.common.keys import Keys  # noqa: F401
except ImportError:
    webdriver = ActionChains = Keys = None


class Site:
    """A served database: of the sample data, unless another file is named."""

    def __init__(self, cofnod, root, *archives, database=None, options=()):
        """`database`: one that is there; by default one is made of the archives, or of the sample data."""
        self.cofnod, self.root, self.options = cofnod, root, options
        self.folder = tempfile.mkdtemp(prefix="cofnod-web-")
        self.database = database or os.path.join(self.folder, "samples.db")
        if not database:
            self.run("import", "--quiet", self.database, *(archives or [os.path.join(root, "sample-data")]))
        self.process = self.serve(cofnod)
        self.address, self.token = self.process.address, self.process.token

    def serve(self, cofnod):
        """Starts a server on the database; returns its process when it listens."""
        process = subprocess.Popen([cofnod, "serve", "--quiet", self.database, *self.options], stdout=subprocess.PIPE, text=True)
        process.address, process.code = re.fullmatch(r"(http://[^\s/]+)/(?:#code=(\w+))?\n", process.stdout.readline()).groups()
        process.token = process.code and re.fullmatch(r"Authorization: Bearer (\w+)\n", process.stdout.readline()).group(1)
        return process

    @property
    def authorization(self):
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def entrance(self):
        """Returns the place in an address by which a browser gets the token: empty if none is asked for."""
        if not self.token:
            return ""
        asked = urllib.request.Request(f"{self.address}/api/v1/session", b"{}", self.authorization | {"Origin": self.address, "Content-Type": "application/json"})
        with urllib.request.urlopen(asked) as answer:
            return "#code=" + json.load(answer)["code"]

    def run(self, *arguments):
        return subprocess.run([self.cofnod, *arguments], check=False, capture_output=True).stdout.decode()

    def read(self, target):
        """Returns the bytes of an address of the site."""
        asked = urllib.request.Request(f"{self.address}{target}", headers=self.authorization)
        with urllib.request.urlopen(asked) as answer:
            return answer.read()

    def refusal(self, target, headers):
        """Returns what the server says that refuses to answer an address."""
        asked = urllib.request.Request(f"{self.address}{target}", headers=headers | self.authorization)
        try:
            urllib.request.urlopen(asked).close()
        except urllib.error.HTTPError as error:
            return json.loads(error.read())
        raise AssertionError(f"{target} was answered")

    def get(self, path):
        return json.loads(self.read(f"/api/v1/{path}"))

    def keeps_small(self):
        """Fails if the server ever took more than 64 MB. Under a sanitizer, which dev gives COFNOD_PATIENCE, it takes more."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            peak = int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) // 1024
        holds(peak < 64 or "COFNOD_PATIENCE" in os.environ, f"{peak} MB")

    def end(self):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.folder)


class WritingSite(Site):
    """A served database of one small file, which may be corrected."""

    def __init__(self, cofnod, root, text):
        super().__init__(cofnod, root, database=self.imported(cofnod, text), options=["--write", "--by", "Nia"])

    def imported(self, cofnod, text):
        self.texts = tempfile.mkdtemp(prefix="cofnod-text-")
        with open(os.path.join(self.texts, "colofn.pgn"), "w", encoding="utf-8") as file:
            file.write(text)
        database = os.path.join(self.texts, "games.db")
        subprocess.run([cofnod, "import", "--quiet", database, file.name], check=True)
        return database

    def end(self):
        super().end()
        shutil.rmtree(self.texts)


kinds_of_values = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict, "null": type(None)}


def misfits(schema, value, where, is_whole=True):
    """Returns where a value is not as the schema of OpenAPI has it: another type, a member that it does not name, or, of a whole document, lacks."""
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(isinstance(value, kinds_of_values[kind]) and (kind == "boolean" or not isinstance(value, bool)) for kind in types):
        return [f"{where} is {type(value).__name__}, not {types}"]
    if isinstance(value, list):
        return [fault for item in value for fault in misfits(schema.get("items", {}), item, f"{where}[]", is_whole)]
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        lacking = [f"{where} lacks {name}" for name in known if is_whole and name not in value]
        return lacking + [fault for name, item in value.items()
                          for fault in (misfits(known[name], item, f"{where}.{name}", is_whole) if name in known else [f"{where}.{name} is not in the schema"])]
    return []


def schema_of(document, path, method="get"):
    """Returns the schema of the answers of a route; None: they are no JSON."""
    content = document["paths"][f"/api/v1/{path}"][method]["responses"]["200"]["content"]
    return next(iter(content.values())).get("schema")


def long_archive(folder, games=4000, comment=2000):
    """Writes a file of games with long comments, more than sockets buffer, and returns its path."""
    path = os.path.join(folder, "long.pgn")
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O"
    with open(path, "w", encoding="ascii") as file:
        for number in range(games):
            file.write(f'[White "Player {number}"]\n[Black "Other {number}"]\n[Round "{number}"]\n[Result "1-0"]\n\n{moves} {{{"long " * (comment // 5)}}} 1-0\n\n')
    return path


class Browser:
    """Headless Chromium, looking at a site."""

    arguments = []  # further ones of its command line
    keeps_addresses = False  # for addresses()

    def __init__(self, site):
        browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
        if not webdriver or not browser or not driver:
            skip("install chromium, chromium-driver and python3-selenium to test the page in a browser")
        options = Options()
        # One site is looked at, so that a process for each, and one in reserve, only cost time.
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900",
                         "--disable-background-networking", "--disable-component-update", "--no-first-run", "--disable-extensions", "--process-per-site",
                         "--disable-site-isolation-trials", "--disable-features=IsolateOrigins,site-per-process,PaintHolding,SpareRendererForSitePerProcess",
                         *self.arguments):
            options.add_argument(argument)
        options.binary_location = browser
        logs = {"browser": "ALL", "performance": "ALL"} if self.keeps_addresses else {"browser": "ALL"}
        options.set_capability("goog:loggingPrefs", logs)
        self.site = site
        self.driver = webdriver.Chrome(service=Service(driver), options=options)
        self.driver.set_page_load_timeout(30)
        self.driver.set_script_timeout(30)
        if site and site.token:
            self.driver.get(f"{site.address}/{site.entrance()}")
            self.wait("sessionStorage.length")

    def open(self, path, language="en"):
        """Loads a page anew: its address differs from that of any page, which takes `lang` away. Returns when it is shown."""
        path, _, place = path.partition("#")
        self.driver.get(f"{self.site.address}{path}{'&' if '?' in path else '?'}lang={language}{'#' + place if place else ''}")
        self.wait("!document.querySelector('main').hasAttribute('aria-busy') && document.querySelector('main h1') !== null")
        return self

    def go(self, path):
        """Goes on to another page, as a link does: nothing is loaded anew."""
        self.script("window.left = document.querySelector('main > *'); history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'))", path)
        self.wait("!document.querySelector('main').hasAttribute('aria-busy') && document.querySelector('main h1') !== null && document.querySelector('main > *') !== window.left")

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def wait(self, condition, seconds=20):
        end = time.time() + seconds
        while not self.script(f"return !!({condition})"):
            if time.time() > end:
                raise Failure(f"waited {seconds} s for {condition} at {self.driver.current_url}")
            time.sleep(0.03)

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def resize(self, width, height, scheme="light"):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def complaints(self):
        """Returns what the browser has written to its console since the last call, reports on the policy among it."""
        return [f"{entry['level']}: {entry['message']}" for entry in self.driver.get_log("browser")]

    def addresses(self):
        """Returns the addresses that were asked for since the last call."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def end(self):
        self.driver.quit()


def main(tests, with_browser=True, site_of=Site):
    """Runs tests that take the site and the browser; the name of each says what would be false if it failed."""
    if with_browser and (not webdriver or not shutil.which("chromium") or not shutil.which("chromedriver")):
        skip("install chromium, chromium-driver and python3-selenium to test the page in a browser")
    site = site_of(sys.argv[1], sys.argv[2])
    try:
        browser = Browser(site) if with_browser else None
        failed = failures_of(tests, site, browser)
        if browser:
            browser.end()
    finally:
        site.end()
    sys.exit(1 if failed else 0)
