"""Measures the page and its server, prints each value beside its bar, and exits with 1 where one is missed.

`bars.py COFNOD ROOT [FILE.pgn]`; without a file the sample data of the project are served. `./dev bench --web` calls it.
Times need an idle machine: the best of several rounds is taken.
"""

import gzip
import http.client
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

from harness import Bars, Browser, Site, Failure, languages

clock_rounds = 9
bars = Bars()
row = bars.row


class Load:
    """Requests on a kept connection, and the processor time that the server takes for them."""

    def __init__(self, site):
        self.process = site.process.pid
        self.host, self.port = re.search(r"//([^:]+):(\d+)", site.address).groups()

    def cpu(self):
        """Returns the milliseconds that all threads have run."""
        total = 0
        for thread in os.listdir(f"/proc/{self.process}/task"):
            with open(f"/proc/{self.process}/task/{thread}/schedstat", encoding="ascii") as file:
                total += int(file.read().split()[0])
        return total / 1e6

    def peak_memory(self):
        with open(f"/proc/{self.process}/status", encoding="ascii") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) / 1024

    def ask(self, paths, times):
        """Returns how long each request took, in ms."""
        connection, taken = http.client.HTTPConnection(self.host, int(self.port)), []
        for i in range(times):
            before = time.perf_counter()
            connection.request("GET", paths[i % len(paths)])
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                raise Failure(f"{paths[i % len(paths)]}: {answer.status}")
            taken.append((time.perf_counter() - before) * 1000)
        connection.close()
        return taken

    def cpu_of(self, path, times=200):
        """Returns the processor time of one request: the best of three rounds."""
        self.ask([path], 3)
        best = None
        for _ in range(3):
            before = self.cpu()
            self.ask([path], times)
            used = (self.cpu() - before) / times
            best = used if best is None else min(best, used)
        return best

    def p99(self, paths, connections=8, times=150):
        taken = []
        threads = [threading.Thread(target=lambda: taken.extend(self.ask(paths, times))) for _ in range(connections)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(taken)[int(len(taken) * 0.99)]


def game_of_plies(site, plies):
    """Returns a game of about that length."""
    games = site.get("games?state=complete&game=chess&limit=500")["games"]
    return min(games, key=lambda game: abs(game["plies"] - plies))


def weigh_pages(site, browser, pages):
    """What a browser loads for a page that is its first, apart from the answers about games: bytes, and those of gzip."""
    texts = {}

    def loaded(path, language):
        browser.open(path, language)
        names = browser.script("""return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
            .map((each) => new URL(each.name)).filter((each) => !each.pathname.startsWith('/api/')).map((each) => each.pathname + each.search)""")
        found = [texts.get(name) or texts.setdefault(name, site.read(name)) for name in names]
        return [sum(map(len, found)) / 1000, sum(len(gzip.compress(text, 9)) for text in found) / 1000]

    weights = {(path, language): loaded(path, language) for path in pages for language in languages}
    for i, (what, bar) in enumerate((("one page with its words", 110), ("one page with its words, gzip -9", 40))):
        most = max(weights, key=lambda key: weights[key][i])
        row(what, weights[most][i], bar, "kB", f"the heaviest: {most[0]} in {most[1]}")


first_board = """new MutationObserver((_, observer) => {
    if (!document.querySelector('main .board [role=gridcell]')) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => { window.firstBoard = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""


def measure_first_board(browser, game):
    driver = browser.driver
    browser.open("/", "en")
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": first_board})["identifier"]
    wall, cpu = [], []
    for _ in range(clock_rounds):
        driver.get("about:blank")
        driver.execute_cdp_cmd("Network.clearBrowserCache", {})
        driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        before = task_time(driver)
        driver.get(f"{browser.site.address}/games/{game}")
        browser.wait("window.firstBoard")
        cpu.append(task_time(driver) - before)
        wall.append(browser.script("return window.firstBoard"))
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
    row("first board, nothing in the cache", min(wall), 300, "ms", f"best of {clock_rounds}; median {sorted(wall)[len(wall) // 2]:.0f}")
    row("first board, main thread", min(cpu), 120, "ms")


def task_time(driver):
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return next(each["value"] for each in metrics if each["name"] == "TaskDuration") * 1000


def measure_step(browser, path, what):
    """Steps by the key, each shown before the next."""
    browser.open(path)
    browser.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    steps, best = 30, None
    for key in ("ArrowRight", "ArrowLeft") * 2:
        before = task_time(browser.driver)
        browser.driver.execute_async_script("""const [steps, key, done] = arguments;
            let left = steps;
            const next = () => {
                if (!left--) return done();
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
                requestAnimationFrame(() => setTimeout(next, 4));
            };
            next();""", steps, key)
        used = (task_time(browser.driver) - before) / steps
        best = used if best is None else min(best, used)
    row(what, best, 8, "ms")


def measure_shifts(browser, pages):
    worst = (0, "")
    script = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """window.shifted = 0;
        new PerformanceObserver((list) => { for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value; })
            .observe({ type: 'layout-shift', buffered: true });"""})["identifier"]
    for path in pages:
        browser.open(path)
        browser.wait("!document.querySelector('[aria-busy]')")
        time.sleep(0.3)
        worst = max(worst, (browser.script("return window.shifted"), path))
    browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
    row("cumulative layout shift", worst[0], 0.05, "", f"the worst: {worst[1]}")


def count_requests(browser, game):
    """A second game of a reader: its assets are in the cache."""
    browser.open("/")
    browser.open(f"/games/{game}")
    browser.addresses()
    browser.open(f"/games/{game}")
    counted = browser.script("""return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
        .filter((each) => each.transferSize > 0).length""")
    row("requests of a game, assets in the cache", counted, 6, "")
    row("requests of a game, first visit", browser.script("return performance.getEntriesByType('resource').length + 1"), 6, "", "of it: the page, its style, two scripts")


def measure_requests(site, load):
    game, start = game_of_plies(site, 45), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    fen = site.get(f"games/{game['id']}")["steps"][11]["position"]
    tree = f"/api/v1/tree?fen={urllib.parse.quote(start)}"
    questions = [("a position counted", f"/api/v1/games/count?fen={urllib.parse.quote(fen)}", 0.15), ("tree of the start", tree, 0.6),
                 (f"a game of {game['plies']} plies", f"/api/v1/games/{game['id']}", 0.5), ("50 headers", "/api/v1/games?limit=50", 0.7),
                 ("pieces counted", "/api/v1/games/count?pieces=Ne5+Ng5", 12)]
    for what, path, bar in questions:
        row(f"cpu of a request: {what}", load.cpu_of(path, 60 if bar > 1 else 200), bar, "ms")
    quick = [path for _, path, bar in questions if bar < 1]
    row("p99 of the quick ones, 8 connections", min(load.p99(quick) for _ in range(3)), 20, "ms")
    with LongQuestions(load, 2):
        row("p99 of the quick ones, beside two long questions", min(load.p99(quick) for _ in range(3)), 50, "ms")
    measure_cancel(load)


long_question = "/api/v1/cql?" + urllib.parse.urlencode({"cql": "x=0 while (x < 900000) {x += 1} x==1", "timeout": "50"})


class LongQuestions:
    """Questions that go on until their clients leave."""

    def __init__(self, load, number):
        self.load = load
        self.clients = [socket.create_connection((load.host, int(load.port))) for _ in range(number)]

    def __enter__(self):
        for client in self.clients:
            client.sendall(f"GET {long_question} HTTP/1.1\r\nHost: {client.getpeername()[0]}:{client.getpeername()[1]}\r\n\r\n".encode())
        time.sleep(0.3)
        before = self.load.cpu()
        time.sleep(0.2)
        if self.load.cpu() - before < 5:
            raise Failure("a long question does not run")

    def __exit__(self, *_):
        for client in self.clients:
            client.close()
        time.sleep(0.3)


def measure_cancel(load):
    """Until the server takes no more processor time for a question whose client has left."""
    rounds = []
    for _ in range(5):
        question = LongQuestions(load, 1)
        question.__enter__()
        busy, left = load.cpu(), time.perf_counter()
        question.clients[0].close()
        last = left
        while time.perf_counter() < left + 2 and time.perf_counter() < last + 0.05:
            time.sleep(0.002)
            now = load.cpu()
            if now - busy > 0.5:
                busy, last = now, time.perf_counter()
        rounds.append((last - left) * 1000)
    row("a question ends after its client has left", sorted(rounds)[2], 100, "ms", "median of 5")


without_server = """#include "web/serve.hpp"
namespace cofnod::web {
void serve(const ServeOptions&, const std::function<void(const std::string&)>&) {}
bool check(const ServeOptions&, const std::function<void(const std::string&, const std::string&)>&) { return false; }
}
"""


def size_of(program):
    """Returns what a program takes in memory before it runs, in kB: code and constants, and data."""
    fields = subprocess.run(["size", program], capture_output=True, text=True, check=True).stdout.splitlines()[-1].split()
    return sum(map(int, fields[:2])) / 1000


def weigh_program(cofnod, root, folder):
    """What the server adds to the program: it is linked again with a server that does nothing, by the command of the build."""
    build = os.path.dirname(cofnod)
    source, bare = os.path.join(folder, "bare.cpp"), os.path.join(folder, "bare")
    with open(source, "w", encoding="ascii") as file:
        file.write(without_server)
    headers = [part for folder in (os.path.join(root, "src"), os.path.join(build, "generated")) for part in ("-I", folder)]
    subprocess.run(["c++", "-std=c++20", "-O1", *headers, "-c", source, "-o", source + ".o"], check=True)
    command = subprocess.run(["ninja", "-C", build, "-t", "commands", "-s", "cofnod"], capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    changed = command.replace(" -o cofnod ", f" {source}.o -o {bare} ").replace(" libcofnod_web.a", "")
    if changed.count(bare) < 2 or changed.count(".a ") == command.count(".a "):
        raise Failure(f"the program is linked in another way: {command}")
    subprocess.run(changed, shell=True, cwd=build, check=True)
    row("the server in the program, with all files of the page", size_of(cofnod) - size_of(bare), 400, "kB", f"of {size_of(cofnod):,.0f}")


def measure_start(cofnod, site):
    best = None
    for _ in range(clock_rounds):
        before = time.perf_counter()
        other = site.serve(cofnod)
        taken = (time.perf_counter() - before) * 1000
        other.terminate()
        other.wait(10)
        best = taken if best is None else min(best, taken)
    row("start of the program to listening", best, 30, "ms")


def main():
    cofnod, root = sys.argv[1:3]
    site = Site(cofnod, root, *sys.argv[3:4])
    try:
        games = site.get("games/count")["count"]
        print(f"        {games:,} games")
        load, game = Load(site), game_of_plies(site, 45)["id"]
        measure_start(cofnod, site)
        measure_requests(site, load)
        Browser.keeps_addresses = True
        browser = Browser(site)
        pages = ["/", f"/games/{game}", f"/games/{game}/source", "/openings?after=e2e4", "/search?pieces=Ne5", "/patterns", "/problems", "/players", "/database"]
        weigh_pages(site, browser, pages)
        measure_shifts(browser, pages)
        count_requests(browser, game)
        measure_first_board(browser, game)
        measure_step(browser, f"/games/{game}", "a step of chess, main thread")
        row("peak memory of the server after all of this", load.peak_memory(), 64, "MB")
        weigh_program(cofnod, root, site.folder)
        browser.end()
    finally:
        site.end()
    sys.exit(1 if bars.missed else 0)


if __name__ == "__main__":
    main()
