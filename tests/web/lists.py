"""Lists of games: what they show is what `cofnod search` answers, and the address is the question."""

import json
import os
import urllib.request

from harness import equal, holds, languages, main
from words import words

listed = "return [...document.querySelectorAll('.game-row a.players')].map((link) => Number(link.pathname.split('/')[2]))"


def filters_equal_search(site, browser):
    for path, arguments in (("/?player=Morphy", ["--player", "Morphy"]), ("/?result=1/2-1/2", ["--result", "1/2-1/2"]), ("/?written_in=cy&since=1900", ["--written-in", "cy", "--since", "1900"]),
                            ("/?after=1.+e4+e5&sort=-date", ["--after", "1. e4 e5", "--sort=-date"])):
        expected = [game["id"] for game in json.loads(site.run("search", site.database, "--json", *arguments))["games"]]
        browser.open(path)
        found = browser.script("return [...document.querySelectorAll('.game-row a.players')].map((link) => Number(new URL(link.href).pathname.split('/').at(-1)))")
        equal(found, expected, path)
        browser.wait("/\\d/.test(document.querySelector('.count').textContent)")
        holds(str(len(expected)) in browser.script("return document.querySelector('.count').textContent"), f"{path} counts {len(expected)}")


def the_form_is_the_address(site, browser):
    browser.open("/")
    browser.script("document.getElementById('filter-player').value = 'Anderssen'; document.querySelector('.filters button').click()")
    browser.wait("location.search === '?player=Anderssen' && document.querySelectorAll('.game-row').length === 3")
    browser.driver.back()
    browser.wait("location.search === '' && document.querySelectorAll('.game-row').length > 3")


def more_games_follow_by_key(site, browser):
    browser.open("/")
    equal(browser.script("return document.querySelectorAll('.game-row').length"), 50, "first page")
    browser.script("document.querySelector('.game-list > button').click()")
    browser.wait("document.querySelectorAll('.game-row').length === 79")
    links = browser.script("return [...document.querySelectorAll('.game-row a.players')].map((link) => link.pathname)")
    equal(len(set(links)), 79, "every game once")
    equal(browser.script("return document.activeElement.pathname"), links[50], "focus is on the first new row")


def facets_are_links_that_narrow_the_list(site, browser):
    """Each has the count of `search --count`, is a link to those games alone, and goes with the filters in force."""
    for language in languages:
        browser.open("/?since=1850", language)
        browser.script("document.querySelector('.facet-box summary').click()")
        browser.wait("document.querySelectorAll('.facet').length === 5")
        found = browser.script("return [...document.querySelectorAll('.facet a')].map((link) => [new URL(link.href).search, link.parentElement.lastChild.textContent])")
        holds(len(found) > 10, f"{len(found)} facets in {language}")
        for question, count in found:
            equal(site.get(f"games/count{question}")["count"], int(count), f"{question} in {language}")
            holds("since=" in question, f"{question} keeps the filter")
        first = found[0]
        browser.script("document.querySelector('.facet a').click()")
        browser.wait(f"location.search === {first[0]!r} && document.querySelectorAll('.facet').length >= 4")
        browser.wait(f"document.querySelectorAll('.game-row').length === {min(50, int(first[1]))}")
        holds(browser.script("return document.querySelector('.facet strong') !== null"), "the facet in force is no link")
        more = browser.script("return document.querySelector('.game-list > button').getBoundingClientRect().height")
        equal(more > 0, int(first[1]) > 50, "more games are offered where there are more")


def download_is_export(site, browser):
    """What was filtered goes out as PGN, CSV and NDJSON, byte for byte as from the commands."""
    browser.open("/?player=Morphy&result=1-0", "cy")
    links = browser.script("return Object.fromEntries([...document.querySelectorAll('.downloads a[download]')].map((link) => [link.textContent, link.href]))")
    found = {kind: urllib.request.urlopen(link).read().decode() for kind, link in links.items()}
    filters = ["--player", "Morphy", "--result", "1-0"]
    equal(found["PGN"], site.run("export", site.database, *filters), "PGN")
    equal(found["NDJSON"], site.run("search", site.database, "--nl", *filters), "NDJSON")
    equal(found["CSV"], site.run("search", site.database, "--csv", *filters), "CSV")
    holds(found["PGN"].count("[White ") >= 1, "Morphy won a game")


def sorted_lists_equal_search(site, browser):
    """Every order that the form offers, to the end of the list."""
    browser.open("/")
    orders = browser.script("return [...document.getElementById('filter-sort').options].map((option) => option.value)")
    equal({order.removeprefix("-") for order in orders}, {"", "date", "white", "black", "event", "site", "round", "result", "elo", "eco", "plies"}, "what a row shows")
    for order in orders:
        expected = [game["id"] for game in json.loads(site.run("search", site.database, "--json", *([f"--sort={order}"] if order else [])))["games"]]
        browser.script("const sort = document.getElementById('filter-sort'); sort.value = arguments[0]; sort.form.requestSubmit()", order)
        browser.wait(f"(new URLSearchParams(location.search).get('sort') ?? '') === '{order}' && document.getElementById('filter-sort').value === '{order}' && !document.querySelector('[aria-busy]')")
        equal(browser.script("return document.querySelectorAll('.game-row').length"), 50, "a page")
        browser.script("document.querySelector('.game-list > button').click()")
        browser.wait("document.querySelectorAll('.game-row').length > 50")
        equal(browser.script(listed), expected, order)


rated = """[White "Puw, Siân"]
[Black "Rhys, Ifan"]
[WhiteElo "2410"]
[BlackElo "2450"]
[Result "*"]

1. e4 *

[White "Rhys, Ifan"]
[Black "Puw, Siân"]
[WhiteElo "2450"]
[BlackElo "2390"]
[TimeControl "180+2"]
[Result "*"]

1. d4 *
"""

# A value for each field of the form.
asked_in_the_form = {
    "player": "Morphy", "event": "Hastings", "since": "1950", "until": "1860-06", "result": "1/2-1/2", "white": "Anderssen", "black": "Spassky", "opponent": "Kieseritzky",
    "site": "Amsterdam", "eco": "C3,B20-B99", "opening": "sicilian", "min_elo": "2400", "comment": "sacrifices", "text": "white queen", "written_in": "cy", "source": "sahifa",
    "state": "incomplete", "game": "camelot", "moves": "1. e4 e5 2. f4", "after": "1. d4 d5 2. c4", "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "pieces": "Ne5 pd6", "material": "KPvKR", "time_class": "blitz",
}


def every_field_of_the_form_asks_what_its_option_asks(site, browser):
    path = os.path.join(site.folder, "rated.pgn")
    with open(path, "w", encoding="utf-8") as file:
        file.write(rated)
    site.run("import", "--quiet", site.database, path)
    browser.open("/")
    fields = browser.script("return [...document.querySelector('.filters').elements].map((field) => field.name).filter(Boolean)")
    equal(sorted(fields), sorted([*asked_in_the_form, "sort"]), "fields")
    every = site.get("games/count")["count"]
    for key, value in asked_in_the_form.items():
        asked = {key: value} | ({"player": "Anderssen"} if key == "opponent" else {})
        arguments = [part for name, text in asked.items() for part in (f"--{name.replace('_', '-')}", text)]
        expected = [game["id"] for game in json.loads(site.run("search", site.database, "--json", *arguments))["games"]]
        holds(0 < len(expected) < every, f"{key}={value} finds some games, and not all: {len(expected)}")
        browser.open("/")
        browser.script("for (const [key, value] of Object.entries(arguments[0])) document.getElementById(`filter-${key}`).value = value; document.querySelector('.filters button').click()", asked)
        browser.wait("location.search && document.querySelector('.chips') && !document.querySelector('[aria-busy]')")
        equal(dict(browser.script("return [...new URLSearchParams(location.search)]")), asked, "the address")
        equal(browser.script(listed), expected[:50], f"{key}={value}")
        equal(browser.script("return document.getElementById(`filter-${arguments[0]}`).value", key), value, f"{key} is shown in the form")


def a_filter_is_taken_away_and_nothing_else(site, browser):
    """On each page that has filters; its field in the form is empty then."""
    for path, left, arguments in (("/?player=Morphy&since=1850&sort=-date", {"since": "1850", "sort": "-date"}, ["search", "--since", "1850", "--sort=-date", "--limit", "50"]),
                                  ("/openings?player=Morphy&since=1850&after=e2e4+e7e5&sort=-date", {"since": "1850", "after": "e2e4 e7e5", "sort": "-date"},
                                   ["search", "--since", "1850", "--after", "1. e4 e5", "--sort=-date", "--limit", "10"]),
                                  ("/patterns?player=Morphy&since=1850&cql=mate", {"since": "1850", "cql": "mate"}, ["search", "--since", "1850", "--cql", "mate"])):
        browser.open(path, "cy")
        equal(browser.script("return document.querySelectorAll('.chips li').length"), 2, f"filters in force on {path}")
        browser.script("document.querySelector('.chips li a').click()")
        browser.wait("!location.search.includes('Morphy') && document.querySelectorAll('.chips li').length === 1 && !document.querySelector('[aria-busy]')")
        equal(dict(browser.script("return [...new URLSearchParams(location.search)]")), left, f"address after {path}")
        equal(browser.script("return [document.getElementById('filter-player').value, document.getElementById('filter-since').value]"), ["", "1850"], "fields")
        expected = [game["id"] for game in json.loads(site.run(arguments[0], site.database, "--json", *arguments[1:]))["games"]]
        browser.wait(f"document.querySelectorAll('.game-row').length === {len(expected)}")
        equal(browser.script(listed), expected, f"games after {path}")


def every_list_is_json_by_its_address(site, browser):
    """Of patterns it is NDJSON, for the games are sent as they are found."""
    for path, kind, command in (("/?player=Morphy", "JSON", ["search", "--player", "Morphy", "--json"]), ("/problems?kind=illegal_move", "JSON", ["rejects", "--kind", "illegal_move", "--json"]),
                                ("/players?find=morphy", "JSON", ["players", "--find", "morphy", "--json"]), ("/patterns?cql=mate", "NDJSON", ["search", "--cql", "mate", "--ndjson"])):
        browser.open(path)
        address = browser.script("const link = [...document.querySelectorAll('main a[href^=\"/api/\"]')].find((each) => each.textContent === arguments[0]); return link.pathname + link.search", kind)
        found = site.read(address).decode()
        if kind == "NDJSON":
            found = "".join(line for line in found.splitlines(keepends=True) if '"id":' in line)
        equal(found, site.run(command[0], site.database, *command[1:]), path)


def counts_are_said_with_the_plural_of_the_language(site, browser):
    """Welsh and Arabic have six forms."""
    forms = {"en": ["zero", "one", "other", "other", "other", "other", "other"], "cy": ["zero", "one", "two", "few", "many", "other", "other"], "ar": ["zero", "one", "two", "few", "few", "many", "many"]}
    for language in languages:
        known = words(site, language)["list.count"]
        for number, form in zip((0, 1, 2, 3, 6, 11, 20), forms[language]):
            browser.open(f"/?ids={'99999' if number == 0 else f'1-{number}'}", language)
            browser.wait("document.querySelector('.count').textContent.trim()")
            equal(browser.script("return document.querySelector('.count').textContent"), known[form].replace("{n}", str(number)), f"{number} games in {language}")
    equal([words(site, "ar")["list.count"][form] for form in ("two", "few", "many")], ["مباراتان", "{n} مباريات", "{n} مباراة"], "as they are counted in Arabic")


def the_queue_is_narrowed_by_kind_file_and_state(site, browser):
    """Each is a list to choose from; n leads from game to game, and a desk to the next of the same queue."""
    shown = "return [...document.querySelectorAll('.problems li a[href*=source]')].map((link) => Number(link.pathname.split('/')[2]))"
    for language, key, value in (("en", "kind", "illegal_move"), ("cy", "source", "sample-data/chess/mistakes/camgymeriadau.pgn"), ("ar", "state", "rejected")):
        browser.open("/problems", language)
        everything = browser.script(shown)
        value = browser.script("return [...document.getElementById(arguments[0]).options].map((option) => option.value).find((each) => each.endsWith(arguments[1]))", key, value)
        expected = [game["id"] for game in json.loads(site.run("rejects", site.database, "--json", f"--{key}", value))["games"]]
        holds(0 < len(expected) <= len(everything), f"{key} {value} has games")
        browser.script("const select = document.getElementById(arguments[0]); select.value = arguments[1]; select.dispatchEvent(new Event('change'))", key, value)
        browser.wait(f"new URLSearchParams(location.search).get('{key}') === {json.dumps(value)} && !document.querySelector('[aria-busy]')")
        equal(browser.script(shown), expected, f"{key} {value}")
        equal(browser.script("return document.getElementById(arguments[0]).value", key), value, "what is chosen is shown")
        walked = []
        for _ in expected:
            browser.press("n")
            walked.append(browser.script("return Number(document.activeElement.pathname.split('/')[2])"))
        equal(walked, expected, "n leads from game to game")
        browser.script("document.querySelector('.problems li a').click()")
        browser.wait("document.querySelector('.source-text') && !document.querySelector('[aria-busy]')")
        visited = [browser.script("return Number(location.pathname.split('/')[2])")]
        while browser.script("const next = document.querySelector('.where a[href*=\"/source\"]'); window.left = document.querySelector('.desk'); next?.click(); return next !== null"):
            browser.wait("!document.querySelector('[aria-busy]') && document.querySelector('.desk') && document.querySelector('.desk') !== window.left")
            visited.append(browser.script("return Number(location.pathname.split('/')[2])"))
        equal(visited, expected, f"the queue of {key} {value}, from desk to desk")


def problems_are_said_in_the_language_of_the_page(site, browser):
    """On their page, at the desk and below the game: the sentence of the kind with its arguments, the piece and the notation in the words of the language."""
    expected = {"en": ("no queen can reach h7", "q~4 is not a move in English"),
                "cy": ("nid oes brenhines a all gyrraedd \u2068h7\u2069", "nid yw \u2068q~4\u2069 yn symudiad yn y nodiant hwn: Saesneg"),
                "ar": ("لا يستطيع أي وزير بلوغ \u2068h7\u2069", "\u2068q~4\u2069 ليس نقلة بهذا التدوين: الإنجليزية")}
    shown = "return [...document.querySelectorAll('.message')].map((each) => each.textContent)"
    for language in languages:
        browser.open("/problems?all=1&limit=100", language)
        found = browser.script(shown)
        for text in expected[language]:
            holds(text in found, f"{text} in {language}, among {found}")
        english = browser.script("return [...document.querySelectorAll('.message[lang=en]')].map((each) => each.textContent)")
        equal(english, [] if language != "en" else found, f"English sentences on the page in {language}")
        game = browser.script("""const at = [...document.querySelectorAll('.message')].find((each) => each.textContent === arguments[0]);
            return new URL(at.closest('li').querySelector('a').href).pathname""", expected[language][0])
        for path in (game, game.removesuffix("/source")):
            browser.open(path, language)
            browser.wait("document.querySelector('.message')")
            holds(expected[language][0] in browser.script(shown), f"{path} in {language}")


def what_cannot_be_read_is_said_in_the_language_of_the_page(site, browser):
    """The field by its name, and what to do on the page: never an option of the command line."""
    expected = {"en": ("“Position (FEN)” cannot be read", "Write a position as FEN, or play to it under Openings."),
                "cy": ("Ni ellir darllen “Safle (FEN)”", "Ysgrifennwch safle fel FEN, neu chwaraewch ato dan Agoriadau."),
                "ar": ("تعذرت قراءة «الوضعية (FEN)»", "اكتب الوضعية بصيغة FEN، أو العب حتى تبلغها في صفحة الافتتاحات.")}
    for language in languages:
        for question in ("fen=nonsense", "after=Qh7+Qh8", "since=tomorrow", "pieces=Zz9", "material=nothing", "eco=Z99", "min_elo=high", "written_in=xx", "sort=colour", "state=lost", "nothing=1"):
            browser.open("/?" + question, language)
            browser.wait("document.querySelector('.problem-box')")
            shown = browser.script("return [...document.querySelectorAll('.problem-box p')].map((line) => line.textContent)")
            holds(len(shown) == 3, f"{question} in {language}: what, why and what to do, found {shown}")
            holds("--" not in "".join(shown) and "/api/" not in "".join(shown), f"{question}: no option is named, found {shown}")
            if question == "fen=nonsense":
                equal((shown[0], shown[2]), expected[language], language)
    browser.open("/games/99999", "cy")
    equal(browser.script("return document.querySelector('.problem-box strong').textContent"), "Nid oes dim yma", "a game that is not there")


def problems_equal_rejects(site, browser):
    expected = [game["id"] for game in json.loads(site.run("rejects", site.database, "--json"))["games"]]
    browser.open("/problems", "cy")
    equal(browser.script("return [...document.querySelectorAll('.problems li a[href*=source]')].map((link) => Number(link.pathname.split('/')[2]))"), expected, "games of the queue")
    browser.open("/problems?kind=illegal_move")
    expected = [game["id"] for game in json.loads(site.run("rejects", site.database, "--json", "--kind", "illegal_move"))["games"]]
    equal(browser.script("return [...document.querySelectorAll('.problems li a[href*=source]')].map((link) => Number(link.pathname.split('/')[2]))"), expected, "of one kind")


def players_equal_the_command(site, browser):
    expected = [[player["name"], player["games"]] for player in json.loads(site.run("players", site.database, "--json"))["players"] if player["name"]][:20]
    browser.open("/players")
    found = browser.script("return [...document.querySelectorAll('tbody tr')].map((row) => [row.querySelector('bdi').textContent, Number(row.children[1].textContent)])")
    equal(found[:20], expected, "players, most games first")


def the_database_page_equals_stats(site, browser):
    all_of_it = json.loads(site.run("stats", site.database, "--json"))
    browser.open("/database")
    tiles = browser.script("return [...document.querySelectorAll('.tile dd')].slice(0, 7).map((tile) => Number(tile.textContent.replaceAll(',', '')))")
    equal(tiles, [all_of_it[key] for key in ("games", "complete", "incomplete", "rejected", "plies", "players", "events")], "figures")


if __name__ == "__main__":
    main([filters_equal_search, the_form_is_the_address, more_games_follow_by_key, facets_are_links_that_narrow_the_list, download_is_export, sorted_lists_equal_search, what_cannot_be_read_is_said_in_the_language_of_the_page, problems_are_said_in_the_language_of_the_page,
          problems_equal_rejects, players_equal_the_command, the_database_page_equals_stats, a_filter_is_taken_away_and_nothing_else, every_list_is_json_by_its_address,
          counts_are_said_with_the_plural_of_the_language, the_queue_is_narrowed_by_kind_file_and_state, every_field_of_the_form_asks_what_its_option_asks])
