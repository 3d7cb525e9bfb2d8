"""How a browser gets the token: in no list of processes, no address, no history, no cookie, and nothing of it at another port."""

import glob
import http.server
import json
import os
import stat
import tempfile
import threading
import time

from harness import Browser, Keys, Site, WritingSite, equal, holds, main

column = '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n'


class OpenedSite(WritingSite):
    """A server that was started with --open, by a program of ours in the place of xdg-open."""

    def __init__(self, cofnod, root):
        self.programs = tempfile.mkdtemp(prefix="cofnod-programs-")
        self.opened = os.path.join(self.programs, "opened")
        with open(os.path.join(self.programs, "xdg-open"), "w", encoding="ascii") as program:
            program.write(f'#!/bin/sh\nprintf %s "$1" > {self.opened}.part\nmv {self.opened}.part {self.opened}\n')
        os.chmod(program.name, 0o755)
        before, os.environ["PATH"] = os.environ["PATH"], f"{self.programs}:{os.environ['PATH']}"
        os.environ["XDG_RUNTIME_DIR"] = self.programs
        try:
            super().__init__(cofnod, root, column)
        finally:
            os.environ["PATH"] = before
            del os.environ["XDG_RUNTIME_DIR"]

    def serve(self, cofnod):
        self.options = [*self.options, "--open"]
        return super().serve(cofnod)

    def given(self):
        """Returns what the browser was told to open."""
        end = time.monotonic() + 10
        while not os.path.exists(self.opened):
            holds(time.monotonic() < end, "xdg-open was not started")
            time.sleep(0.05)
        with open(self.opened, encoding="ascii") as file:
            return file.read()


def arguments():
    """Returns the argument lists of all processes, but of those that this user alone can see."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                found.append(file.read().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            pass
    return found


def is_waiting(browser):
    return browser.script("return document.querySelector('#token') !== null")


def shown(browser):
    browser.wait("!document.querySelector('main').hasAttribute('aria-busy') && document.querySelector('main h1') !== null")


def the_opened_file_leads_to_the_page_and_is_gone(site, _):
    page = site.given()
    equal([stat.S_IMODE(os.stat(each).st_mode) for each in (page, os.path.dirname(page))], [0o600, 0o700], "who may read it")
    holds(not any(site.token in each for each in arguments()), "the token is in no list of processes")
    with open(page, encoding="ascii") as file:
        text = file.read()
    holds(site.token not in text, "the file has a code, not the token")
    code = text.partition("#code=")[2].partition('"')[0]
    holds(len(code) == 32 and not any(code in each for each in arguments()), "the code is in no list of processes")
    with open(f"/proc/{site.process.pid}/task/{site.process.pid}/children", encoding="ascii") as file:
        equal(file.read().split(), [], "children that nobody waits for")

    browser = Browser(None)
    try:
        browser.driver.get(f"file://{page}")
        browser.wait(f"location.origin === '{site.address}' && document.querySelector('.game-row') !== null")
        equal(browser.script("return [location.href, document.cookie]"), [f"{site.address}/", ""], "address and cookies")
        equal(browser.script("return sessionStorage.getItem('token')"), site.token, "the token")
        equal(browser.driver.get_cookies(), [], "cookies")
        end = time.monotonic() + 10
        while os.path.exists(os.path.dirname(page)):
            holds(time.monotonic() < end, "the file is removed when its code was used")
            time.sleep(0.05)
        browser.driver.execute_script("history.back()")
        time.sleep(0.3)
        browser.driver.get("chrome://history/")
        holds(site.token not in browser.driver.page_source, "the history")
    finally:
        browser.end()


def nothing_of_it_reaches_another_port(site, browser):
    heard = []

    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            heard.append(str(self.headers) + self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<script>fetch('/steal'); new BroadcastChannel('token').postMessage({ wanted: true }); localStorage.length</script>")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser.open("/games/1")
    browser.driver.get(f"http://127.0.0.1:{server.server_port}/")
    end = time.monotonic() + 10
    while not any("/steal" in each for each in heard):
        holds(time.monotonic() < end, "the other server is asked")
        time.sleep(0.05)
    equal(browser.script("return sessionStorage.length"), 0, "what the page of the other port has")
    server.shutdown()
    equal([each for each in heard if site.token in each or "uthorization" in each], [], "what the other server hears")
    browser.open("/games/1")  # the tab still has it


def no_answer_sets_a_cookie_with_it(site, browser):
    browser.open("/games/1")
    browser.driver.get_log("performance")
    browser.driver.get(f"{site.address}/{site.entrance()}")
    shown(browser)
    log = [json.loads(entry["message"])["message"] for entry in browser.driver.get_log("performance")]
    headers = [message["params"].get("headers", {}) for message in log if message["method"] == "Network.responseReceivedExtraInfo"]
    holds(headers and not any(name.lower() == "set-cookie" for each in headers for name in each), "an answer sets a cookie")
    asked = [message["params"]["request"] for message in log if message["method"] == "Network.requestWillBeSent"]
    equal([each["url"] for each in asked if site.token in each["url"] or "code=" in each["url"]], [], "addresses that are asked for")
    holds(any(each["headers"].get("Authorization") == f"Bearer {site.token}" for each in asked), "the token is in a header")
    equal(browser.script("return location.href"), f"{site.address}/", "the address")


def every_download_is_that_of_the_command(site, browser):
    folder = tempfile.mkdtemp(prefix="cofnod-downloads-")
    browser.driver.execute_cdp_cmd("Page.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
    browser.open("/")

    def wait_for(name):
        end = time.monotonic() + 20
        while name not in os.listdir(folder):
            holds(time.monotonic() < end, f"downloads: {os.listdir(folder)}")
            time.sleep(0.1)

    browser.script("[...document.querySelectorAll('.downloads a[download]')].find((link) => link.textContent === 'PGN').click()")
    wait_for("games.pgn")
    browser.open("/games/1")
    browser.script("document.querySelector('.game .tools a[download$=svg]').click()")
    wait_for("cofnod-1.svg")
    equal(len(os.listdir(folder)), 2, "the number of downloads")
    with open(os.path.join(folder, "games.pgn"), encoding="utf-8") as file:
        equal(file.read(), site.run("export", site.database), "all games")
    browser.open("/")
    browser.script("[...document.querySelectorAll('.downloads a')].find((link) => link.textContent === 'JSON').click()")
    browser.wait("location.pathname === '/api/v1/games'")
    equal(json.loads(browser.script("return document.body.innerText"))["games"][0]["id"], 1, "the list as JSON")
    holds(site.token not in browser.script("return location.href"), "the address of a list")
    browser.open("/games/1")


def another_tab_has_it_too(site, browser):
    browser.open("/")
    own = browser.driver.current_window_handle
    for way in ("window.open('/games/1')", "window.open('/games/1', '_blank', 'noopener')"):
        browser.script(way)
        tab = next(each for each in browser.driver.window_handles if each != own)
        browser.driver.switch_to.window(tab)
        shown(browser)
        equal([is_waiting(browser), browser.script("return location.pathname")], [False, "/games/1"], way)
        browser.driver.close()
        browser.driver.switch_to.window(own)
    browser.driver.switch_to.new_window("tab")  # as one opened by hand
    browser.driver.get(f"{site.address}/games/1")
    shown(browser)
    equal(is_waiting(browser), False, "a tab that nobody opened from the page")
    browser.driver.close()
    browser.driver.switch_to.window(own)


def a_browser_without_it_is_asked_for_it(site, _):
    for given in (lambda: site.token, lambda: f"Authorization: Bearer {site.token}", lambda: f"{site.address}/{site.entrance()}"):
        browser = Browser(None)
        try:
            browser.site = site
            browser.open("/games/1", "cy")
            equal(is_waiting(browser), True, "nothing is shown without the token")
            browser.script("document.querySelector('#token').focus()")
            browser.press("0" * 32, Keys.ENTER)
            browser.wait("document.querySelector('#token-fault').textContent")
            browser.press(given(), Keys.ENTER)
            browser.wait("document.querySelector('.moves')")
        finally:
            browser.end()


def an_address_that_was_used_asks_for_the_token(site, _):
    browser = Browser(None)
    try:
        browser.site = site
        used = site.entrance()
        browser.driver.get(f"{site.address}/{used}")
        browser.wait("document.querySelector('.game-row')")
        browser.script("sessionStorage.clear()")
        browser.driver.get("about:blank")
        browser.driver.get(f"{site.address}/{used}")
        browser.wait("document.querySelector('#token')")
        equal(browser.script("return location.href"), f"{site.address}/", "its code is gone from the address")
        browser.script("location.assign(arguments[0])", f"{site.address}/{site.entrance()}")  # the same page: only its place differs
        browser.wait("document.querySelector('.game-row')")
    finally:
        browser.end()


def a_server_that_was_started_again_has_another(site, browser):
    """The tab still has the token of the one before."""
    other = Site(site.cofnod, site.root, database=site.database, options=["--token"])
    browser.driver.get(f"{other.address}/{other.entrance()}")
    browser.wait("document.querySelector('.game-row')")
    browser.script("sessionStorage.setItem('token', '0'.repeat(32))")
    browser.driver.refresh()
    browser.wait("document.querySelector('#token')")
    equal(browser.script("return sessionStorage.length"), 0, "the token of the one before")
    other.end()
    browser.open("/")


def the_file_is_gone_when_the_server_ends(site, _):
    other = OpenedSite(site.cofnod, site.root)
    page = other.given()
    holds(os.path.exists(page), "the file is there while nobody has opened it")
    other.end()
    equal(os.path.exists(os.path.dirname(page)), False, "its folder")


Browser.keeps_addresses = True
main([the_opened_file_leads_to_the_page_and_is_gone, nothing_of_it_reaches_another_port, no_answer_sets_a_cookie_with_it, every_download_is_that_of_the_command,
      another_tab_has_it_too, a_browser_without_it_is_asked_for_it, an_address_that_was_used_asks_for_the_token, a_server_that_was_started_again_has_another,
      the_file_is_gone_when_the_server_ends], site_of=OpenedSite)
