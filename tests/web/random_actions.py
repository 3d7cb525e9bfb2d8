"""Whatever is pressed and clicked, a board shows what `cofnod show` has at its ply, the address names that ply, and nothing complains.

200 actions in each language, with COFNOD_LONG 10,000; COFNOD_SEED draws others. Most are made in the page, some dozens at a time, as a quick hand would; between
them come Tab and Enter, back and forward, reload, another game.
"""

import json
import os
import random
import time

from games import squares_of
from harness import Browser, equal, holds, is_long, languages, main

keys = ["ArrowRight", "ArrowLeft", "j", "k", "ArrowDown", "ArrowUp", "f", "n", "N", "d", "Home", "End", "Enter", " ", "Escape", "?", "e", "/"]
actions, at_once = (10_000, 25) if is_long else (200, 20)

# Does what it is told and returns, after each, what a board of a game shows: address, counter, place, squares.
hand = """
const [plan, done] = arguments, seen = [], wait = (ms) => new Promise((wake) => setTimeout(wake, ms));
const isSeen = (each) => each.getClientRects().length && !each.disabled && !each.matches('[download], a[href^="/api/"], .language *');
const act = ([kind, value]) => {
    const at = document.activeElement ?? document.body;
    if (kind === 'key') return void at.dispatchEvent(new KeyboardEvent('keydown', { key: value, bubbles: true, cancelable: true }));
    const all = [...document.querySelectorAll(kind === 'choose' ? 'main select' : kind === 'square' ? '.board [data-square]' : kind === 'move' ? '.moves .move, .source-text .read' :
        'dialog button, #top a, main a[href], main button, main summary, main svg[role=img], main mark')].filter(isSeen);
    const chosen = all[value % all.length];
    if (!chosen) return;
    if (kind === 'choose') {
        chosen.selectedIndex = value % chosen.options.length;
        chosen.dispatchEvent(new Event('change', { bubbles: true }));
    } else chosen.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX: value % 1280 }));
};
const look = () => {
    const page = document.querySelector('main:not([aria-busy]) :is(.game, .desk)'), counter = page?.querySelector('.counter');
    if (!counter) return null;
    const now = page.querySelector('a.move[aria-current]');
    const isSide = page.matches('.desk') || Boolean(now?.closest('.variation'));
    return [location.pathname, Number.parseInt(counter.textContent, 10), isSide, [...page.querySelectorAll('.board [role=gridcell]')].map((cell) => cell.dataset.square + (cell.dataset.piece || '')).sort().join(' ')];
};
(async () => {
    for (const each of plan) {
        act(each);
        await wait(0);
        for (let i = 0; i < 1000 && document.querySelector('main[aria-busy]'); ++i) await wait(10);
        seen.push(look());
    }
    done(seen);
})();
"""


def drawn(draw):
    kind = draw.choices(["key", "move", "square", "choose", "click"], [50, 15, 10, 5, 20])[0]
    return [kind, draw.choice(keys) if kind == "key" else draw.randrange(10_000)]


def positions_of_lines(items):
    """The positions of all variations."""
    for item in items:
        if item["step"]:
            yield squares_of(item["step"]["position"])
        yield from positions_of_lines(item["items"] or [])


class Shown:
    """What `show` has of the games, as squares: by ply, and those of variations."""

    def __init__(self, site):
        self.site, self.games = site, {}

    def of(self, path):
        number = path.split("/")[2]
        if number not in self.games:
            game = json.loads(self.site.run("show", self.site.database, number, "--json"))
            self.games[number] = ([squares_of(game["start"])] + [squares_of(step["position"]) for step in game["steps"]], set(positions_of_lines(game["annotations"])))
        return self.games[number]


def large_step(browser, draw, games):
    """What only a browser does."""
    kind = draw.choices(["tab", "enter", "back", "forward", "reload", "open"], [30, 10, 20, 8, 12, 20])[0]
    if kind == "tab":
        browser.press(*["\ue004"] * draw.randrange(1, 6))
    elif kind == "enter":
        browser.press("\ue007")
    elif kind in ("back", "forward"):
        getattr(browser.driver, kind)()
    elif kind == "reload":
        browser.driver.refresh()
    address = browser.script("return location.href")
    if kind == "open" or not address.startswith(browser.site.address) or "/api/" in address:
        browser.open(f"/games/{draw.choice(games)}{draw.choice(['', '', '/source'])}", browser.language)
    browser.wait("!document.querySelector('main')?.hasAttribute('aria-busy') && document.querySelector('main h1')")


def the_board_is_that_of_show_after_anything(site, browser):
    draw = random.Random(int(os.environ.get("COFNOD_SEED", "1")))
    games, shown, compared = [game["id"] for game in site.get("games?limit=500")["games"]], Shown(site), 0
    for browser.language in languages:
        browser.open(f"/games/{draw.choice(games)}", browser.language)
        for _ in range(0, actions, at_once):
            plan = [drawn(draw) for _ in range(at_once - 1)]
            for action, found in zip(plan, browser.driver.execute_async_script(hand, plan)):
                if found:
                    path, ply, is_side, squares = found
                    holds(path.startswith("/games/"), f"a game is shown at {path} in {browser.language} after {action} of {plan}")
                    main_line, side_lines = shown.of(path)
                    holds(squares in main_line[ply:ply + 1] or is_side and squares in side_lines, f"{path} at ply {ply} in {browser.language} after {action} of {plan}: {squares}")
                    compared += 1
            time.sleep(0.12)  # the address is written once in a while
            path, place, counter = browser.script("return [location.pathname, location.hash.slice(1), parseInt(document.querySelector('main .game .counter')?.textContent)]")
            if counter is not None and not place.startswith(("v", "main")):
                equal(int(place or 0), counter, f"ply in the address of {path} in {browser.language} after {plan}")
            large_step(browser, draw, games)
        complaints = [each for each in browser.complaints() if "favicon" not in each and "400 (Bad Request)" not in each]
        equal(complaints, [], f"console in {browser.language}")
    holds(compared > actions, f"boards of {compared} actions were compared")


if __name__ == "__main__":
    Browser.arguments = ["--disable-ipc-flooding-protection"]  # nobody follows ten links a second
    main([the_board_is_that_of_show_after_anything])
