"""What people look for in a page like this, where no other test has it: buttons and taps, copies, print, material and clocks, openings by name, origin, players."""

import json
import os
import re

from harness import equal, holds, languages, main
from games import board, squares_of
from words import words

listed = "return [...document.querySelectorAll('.game-row a.players')].map((link) => Number(link.pathname.split('/')[2]))"


def found_by(site, *arguments):
    return [game["id"] for game in json.loads(site.run("search", site.database, "--json", *arguments))["games"]]


def buttons_and_taps_lead_to_a_ply(site, browser):
    steps = site.get("games/44")["steps"]
    for language in languages:
        browser.open("/games/44", language)
        for symbol, ply in (("forward", 1), ("forward", 2), ("back", 1), ("last", len(steps)), ("first", 0)):
            browser.script(f"document.querySelector('.controls .{symbol}').click()")
            expected = steps[ply - 1]["position"] if ply else site.get("games/44")["start"]
            equal(browser.script(board), squares_of(expected), f"{symbol} in {language}")
        browser.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        at = browser.script("const box = document.querySelectorAll('.moves > .ply .move')[6].getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]")
        browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at[0], "y": at[1]}]})
        browser.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        browser.wait("location.hash === '#7'")
        browser.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        equal(browser.script(board), squares_of(steps[6]["position"]), f"the move that is tapped in {language}")


def position_and_moves_are_copied(site, browser):
    game = site.get("games/44")
    for language in languages:
        browser.open("/games/44#20", language)
        browser.script("window.taken = []; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.taken.push(text); } } })")
        browser.script("for (const each of [...document.querySelectorAll('.game .tools button')].slice(0, 2)) each.click()")
        browser.wait("window.taken.length === 2")
        equal(browser.script("return window.taken"), [game["steps"][19]["position"], game["moves"]], f"FEN and moves in {language}")
        said = browser.script("return document.querySelector('.game .tools button').textContent")
        equal(browser.script("return document.getElementById('live').textContent.trim()"), said, "it is said and shown")


def one_game_is_downloaded_as_pgn_and_as_a_diagram(site, browser):
    browser.open("/games/30?notation=cy#8", "ar")
    pgn, svg = browser.script("return [...document.querySelectorAll('.game .tools a[download]')].map((link) => new URL(link.href).pathname + new URL(link.href).search)")
    equal(site.read(pgn).decode(), site.run("export", site.database, "--ids", "30", "--notation", "cy"), "PGN in the notation of the page")
    holds(f"<title>{site.get('games/30')['steps'][7]['position']}</title>" in site.read(svg).decode(), "the position of the page")


def a_printed_game_has_board_and_moves_and_no_buttons(_, browser):
    shown = "return [...document.querySelectorAll(arguments[0])].filter((each) => each.getBoundingClientRect().height).length"
    browser.open("/games/44#20", "cy")
    holds(browser.script(shown, "button, #top, .tools"), "the screen has buttons")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    equal(browser.script(shown, "button, #top, .tools, .controls, select"), 0, "buttons on paper")
    equal([browser.script(shown, each) for each in (".board svg", ".game-head h1", ".moves > .ply")], [1, 1, browser.script(shown, ".moves > .ply")], "board and names")
    holds(browser.script("const list = document.querySelector('.moves'); return list.scrollHeight <= list.clientHeight + 1"), "all moves are on paper")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def nothing_moves_where_that_is_not_wanted(_, browser):
    browser.open("/games/44")
    moving = "return [...document.querySelectorAll('*')].filter((each) => { const style = getComputedStyle(each); return parseFloat(style.transitionDuration) > 0 || style.animationName !== 'none'; }).length"
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]})
    holds(browser.script(moving), "links fade")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    equal(browser.script(moving), 0, "with reduced motion")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def the_dark_is_dark_where_the_system_is(_, browser):
    """On every surface; the bright scheme is bright."""
    light = """const shades = (of) => getComputedStyle(document.querySelector(of[0]))[of[1]].match(/[\\d.]+/g).slice(0, 3).reduce((sum, each) => sum + Number(each), 0) / 765;
        return arguments[0].map(shades)"""
    surfaces = [["body", "backgroundColor"], [".moves", "backgroundColor"], ["#top", "backgroundColor"], ["body", "color"], ["h1", "color"]]
    browser.open("/games/44", "ar")
    for scheme, is_dark in (("dark", True), ("light", False)):
        browser.resize(1280, 900, scheme)
        shades = browser.script(light, surfaces)
        equal([shade < 0.25 if is_dark else shade > 0.75 for shade in shades[:3]], [True] * 3, f"surfaces where the system is {scheme}: {shades}")
        equal([shade > 0.75 if is_dark else shade < 0.25 for shade in shades[3:]], [True] * 2, f"letters where the system is {scheme}: {shades}")


def marks_are_seen_where_the_system_gives_the_colours(_, browser):
    browser.open("/games/44#20")
    style = "const style = getComputedStyle(document.querySelector(arguments[0])); return style[arguments[1]]"
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
    equal(browser.script(style, "a.move[aria-current]", "outlineStyle"), "solid", "the move of the position")
    holds(browser.script(style, ".board .to", "stroke") != "none", "its square has a frame")
    equal(browser.script(style, ".board svg", "forcedColorAdjust"), "none", "pieces keep their colours")
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def worth(position):
    """Returns by how much White's pieces are worth more."""
    values = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
    return sum(values.get(sign.lower(), 0) * (1 if sign.isupper() else -1) for sign in position.split()[0])


def material_runs_along_the_game(site, browser):
    game = site.get("games/44")
    balance = [worth(position) for position in [game["start"], *(step["position"] for step in game["steps"])]]
    browser.open("/games/44#20")
    bars = browser.script("return [...document.querySelectorAll('.material rect')].map((bar) => [Number(bar.getAttribute('height')), bar.getAttribute('class'), bar.hasAttribute('data-now')])")
    equal(len(bars), len(balance), "a bar for each position")
    equal([kind if height > 0.03 else "" for height, kind, _ in bars], [("white" if value > 0 else "black") if value else "" for value in balance], "the side that has more")
    equal([ply for ply, bar in enumerate(bars) if bar[2]], [20], "the bar of the position")
    rows = browser.script("return [...document.querySelectorAll('.material tbody tr')].map((row) => Number(row.lastChild.textContent.replace('−', '-')))")
    equal(rows, [value for before, value in zip(balance, balance[1:]) if value != before], "its table has each change")
    browser.script("const box = document.querySelector('.material svg').getBoundingClientRect(); document.querySelector('.material svg').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.x + 2, clientY: box.y + 2 }))")
    browser.wait("location.hash === ''")


def clocks_run_along_the_game(site, browser):
    timed = next(game["id"] for game in site.get("games?limit=500&comment=clk")["games"]) if site.get("games/count?comment=clk")["count"] else None
    timed = timed or next(game["id"] for game in site.get("games?limit=500")["games"] if "[%clk" in site.read(f"/api/v1/games/{game['id']}.pgn").decode())
    browser.open(f"/games/{timed}")
    lines = browser.script("return [...document.querySelectorAll('.material polyline.clock')].map((line) => line.points.numberOfItems)")
    clocks = len(re.findall(r"\[%clk ", site.read(f"/api/v1/games/{timed}.pgn").decode()))
    equal(sum(lines), clocks, "a point for each clock")
    equal(len(lines), 2, "a line for each player")


judged = """[White "Cloc"]
[Black "Gwerthusiad"]
[Result "*"]

1. e4 {[%eval 0.25] [%clk 0:03:00]} e5 {[%eval 0.5,20] [%clk 0:02:30]} 2. Qh5 {[%eval -1.5] [%clk 0:02:00]} Ke7 {[%eval #1] [%clk nothing]} 3. Qxe5# {[%eval nothing] [%clk 0:01:30]} *
"""


def evaluations_run_along_the_game(site, browser):
    """Beside the clocks, and in the table; what is none is left out."""
    path = os.path.join(site.folder, "judged.pgn")
    with open(path, "w", encoding="ascii") as file:
        file.write(judged)
    site.run("import", "--quiet", site.database, path)
    game = site.get("games?source=judged.pgn")["games"][0]["id"]
    browser.complaints()
    for language in languages:
        browser.open(f"/games/{game}", language)
        points = browser.script("return [...document.querySelector('.material polyline.evaluation').points].map((point) => [point.x, Math.round(10000 * (1 - point.y)) / 10000])")
        equal(points, [[1.5, 0.0625], [2.5, 0.125], [3.5, -0.375], [4.5, 1]], "White's lead, of four pawns at most")
        rows = browser.script("return [...document.querySelectorAll('.material tbody tr')].map((row) => [...row.cells].slice(1).map((cell) => cell.textContent))")
        equal([row[-1] for row in rows], ["0.25", "0.5,20", "-1.5", "#1", "nothing"], "evaluations in the table")
        equal([row[1] for row in rows], ["0:03:00", "0:02:30", "0:02:00", "nothing", "0:01:30"], "clocks in the table")
        heads = browser.script("return [...document.querySelectorAll('.material thead th')].slice(2).map((head) => head.textContent)")
        equal(heads, [words(site, language)[f"material.{key}"] for key in ("clock", "evaluation")], language)
        equal(browser.script("return [...document.querySelectorAll('.material .clock:is(polyline)')].map((line) => line.points.numberOfItems)"), [3, 1], "clocks")
    equal([each for each in browser.complaints() if "favicon" not in each], [], "console")


def openings_are_named_in_the_language_of_the_page(site, browser):
    names, game = {}, site.get("games?eco=C5&limit=1")["games"][0]["id"]
    for language in languages:
        browser.open(f"/games/{game}", language)
        names[language] = browser.script("return document.querySelector('.opening bdi').textContent")
        equal(names[language], site.get(f"games/{game}?names_in={language}")["opening"], language)
        browser.open("/openings?after=e2e4+c7c5", language)
        equal(browser.script("return document.querySelector('p.opening bdi').textContent"), site.get(f"tree?after=e2e4+c7c5&notation={language}")["opening"], f"{language}, of a position")
    equal(len(set(names.values())), 3, f"three names: {names}")
    equal(len({name.partition(":")[2] for name in names.values()}), 3, f"of its variation too: {names}")


def the_origin_of_a_game_is_told(site, browser):
    game = site.get("games/68")
    for language in languages:
        browser.open("/games/68", language)
        told = browser.script("document.querySelector('.origin').open = true; return document.querySelector('.origin').innerText")
        for part in (game["source"].split("/")[-1], str(game["line"]), game["final_key"], game["citation"]):
            holds(not part or part in told, f"{part!r} in {language}")
        holds(browser.script("return [...document.querySelectorAll('.game .tools a')].some((link) => link.pathname === '/games/68/source')"), "and a way to the text")


def results_of_moves_are_bars_and_words(site, browser):
    browser.open("/openings", "en")
    tree = site.get("tree")
    bars = browser.script("return [...document.querySelectorAll('.tree tbody .results')].map((bar) => [bar.ariaLabel, [...bar.children].map((part) => Number(part.style.flexGrow))])")
    for (said, parts), move in zip(bars, [move for move in tree["moves"] if move["move"]]):
        counts = [move["white_wins"], move["draws"], move["black_wins"]]
        whole = sum(counts)
        if not whole:
            continue
        equal([round(part * whole) for part in parts], [count for count in counts if count], f"parts of {move['move']}")
        equal([int(each) for each in re.findall(r"(\d+)%", said)], [int(100 * count / whole + 0.5) for count in counts], f"words of {move['move']}")


def games_of_a_position_stand_below_its_moves(site, browser):
    for path, arguments in (("/openings?after=e2e4+e7e5", ["--after", "1. e4 e5"]), ("/openings?after=e2e4&since=1900", ["--after", "1. e4", "--since", "1900"])):
        browser.open(path)
        browser.wait("document.querySelector('.openings .game-row')")
        equal(browser.script(listed), found_by(site, *arguments, "--limit", "10"), path)


def what_the_form_asks_is_what_is_found(site, browser):
    """Material, and moves in the words of any language."""
    for key, value, arguments in (("material", "KPvKR", ["--material", "KPvKR"]), ("after", "1. e4 e5 2. Mf3 Mc6", ["--after", "1. e4 e5 2. Nf3 Nc6"]),
                                  ("after", "1. 4د 5د 2. ح3ج ح6و", ["--after", "1. e4 e5 2. Nf3 Nc6"])):
        expected = found_by(site, *arguments)
        browser.open("/")
        browser.script("const [key, value] = arguments; document.getElementById(`filter-${key}`).value = value; document.querySelector('.filters button').click()", key, value)
        browser.wait(f"new URLSearchParams(location.search).get('{key}') === {json.dumps(value)}")
        browser.wait(f"document.querySelectorAll('.game-row').length === {len(expected)} && !document.querySelector('[aria-busy]')")
        equal(browser.script(listed), expected, f"{key} {value}")
        holds(expected, f"the sample data have games with {key} {value}")


def the_page_of_a_player_equals_the_command(site, browser):
    """Results by colour, opening and opponent; years."""
    figures = json.loads(site.run("player", site.database, "Alekhine", "--json", "--together"))
    browser.open(f"/players?name={figures['player']}", "en")
    tables = browser.script("return [...document.querySelectorAll('table.people')].map((table) => [...table.querySelectorAll('tbody tr')].map((row) => Number(row.children[1].textContent)))")
    equal(tables, [[row["games"] for row in figures[key]] for key in ("colours", "openings", "opponents") if figures[key]], "games of each row")
    totals = browser.script("return [...document.querySelectorAll('.tile dd')].slice(0, 5).map((tile) => parseInt(tile.textContent))")
    equal([totals[0], *totals[2:]], [figures[key] for key in ("games", "won", "drawn", "lost")], "totals")
    years = browser.script("return [...document.querySelectorAll('figure.columns tbody tr')].map((row) => [Number(row.cells[0].textContent), Number(row.cells[1].textContent)])")
    equal([row for row in years if row[1]], [[row["year"], row["games"]] for row in figures["years"] if row["year"]], "games by year")


def every_plot_has_its_table(site, browser):
    for path in ("/database", "/games/44", "/players?name=Alekhine"):
        for language in languages:
            browser.open(path, language)
            bare = browser.script("return [...document.querySelectorAll('figure')].filter((figure) => !figure.querySelector('[role=img]')?.ariaLabel || !figure.querySelector('table tbody tr')).length")
            equal(bare, 0, f"plots without words or a table on {path} in {language}")
    browser.open("/database")
    decades = browser.script("return [...document.querySelectorAll('figure.columns tbody td')].map((cell) => Number(cell.textContent))")
    equal([count for count in decades if count], list(json.loads(site.run("stats", site.database, "--json"))["decades"].values()), "games by decade")


if __name__ == "__main__":
    main([buttons_and_taps_lead_to_a_ply, position_and_moves_are_copied, one_game_is_downloaded_as_pgn_and_as_a_diagram, a_printed_game_has_board_and_moves_and_no_buttons,
          nothing_moves_where_that_is_not_wanted, the_dark_is_dark_where_the_system_is, marks_are_seen_where_the_system_gives_the_colours, material_runs_along_the_game, clocks_run_along_the_game, evaluations_run_along_the_game, openings_are_named_in_the_language_of_the_page,
          the_origin_of_a_game_is_told, results_of_moves_are_bars_and_words, games_of_a_position_stand_below_its_moves, what_the_form_asks_is_what_is_found,
          the_page_of_a_player_equals_the_command, every_plot_has_its_table])
