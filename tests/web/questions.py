"""Pages that ask: what they show is what the commands answer."""

import json

from harness import equal, holds, main


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


def tree_equals_cli_after_every_click(site, browser):
    walked = []
    browser.open("/openings")
    for _ in range(4):
        tree = json.loads(site.run("tree", site.database, "--json", *(["--after", " ".join(walked)] if walked else [])))
        browser.wait("!document.querySelector('[aria-busy]')")
        rows = browser.script("""return [...document.querySelectorAll('.tree tbody tr')].map((row) =>
            [row.querySelector('bdi').textContent, Number(row.children[1].textContent), Number(row.children[4].textContent)])""")
        equal(rows, [[move["move"], move["games"], move["reached"]] for move in tree["moves"] if move["move"]], f"after {walked}")
        walked.append(tree["moves"][0]["move"])
        browser.script("document.querySelector('.tree tbody a').click()")
        browser.wait(f"new URLSearchParams(location.search).get('after')?.split(' ').length === {len(walked)}")
        browser.wait(f"!document.querySelector('.tree[aria-busy]') && document.querySelectorAll('.walked .move').length === {len(walked)}")


def a_move_is_played_by_its_squares(site, browser):
    browser.open("/openings")
    for square in ("e2", "e4"):
        browser.script(f"document.querySelector('[data-square={square}]').click()")
    browser.wait("location.search.includes('after=e2e4')")
    browser.wait("document.querySelector('[data-square=e4]').dataset.piece === 'P'")


def share_by_decade_equals_counts(site, browser):
    browser.open("/openings?after=e2e4")
    browser.script("document.querySelector('.openings > div > details').open = true")
    browser.wait("document.querySelector('.decades table') !== null")
    rows = browser.script("return [...document.querySelectorAll('.decades tbody tr')].map((row) => [row.children[0].textContent, row.children[1].textContent])")
    for label, text in rows:
        years = ["--since", label[:4], "--until", str(int(label[:4]) + 9)]
        own = json.loads(site.run("search", site.database, "--count", "--json", "--after", "e4", *years))["count"]
        every = json.loads(site.run("search", site.database, "--count", "--json", *years))["count"]
        holds(text.endswith(f"({own} of {every})"), f"{label}: '{text}', expected {own} of {every}")
    holds(len(rows) > 10, "many decades")


def placing_finds_what_pieces_finds(site, browser):
    browser.open("/search")
    for piece, square in (("N", "e5"), ("p", "d6")):
        browser.script(f"document.querySelector('.palette input[value={piece}]').click(); document.querySelector('[data-square={square}]').click()")
    expected = json.loads(site.run("search", site.database, "--json", "--pieces", "Ne5 pd6"))["games"]
    browser.wait("location.search.includes('Ne5') && location.search.includes('pd6')")
    browser.wait(f"document.querySelector('.count').textContent.startsWith('{len(expected)} ')")
    browser.wait(f"document.querySelectorAll('.game-row').length === {len(expected)}")
    link = browser.script("return document.querySelector('.game-row a.players').href")
    holds(link.endswith(f"/games/{expected[0]['id']}#{expected[0]['ply']}"), "a game is opened where it was found")


def every_problem_is_marked_where_it_stands(site, browser):
    for game in site.get("problems?all=1&limit=500")["games"]:
        marks = {}
        for problem in game["problems"]:
            letters = list(problem["text"])
            marks["".join(letters[problem["caret"]:problem["caret"] + problem["width"]])] = problem
        browser.open(f"/games/{game['id']}/source")
        found = browser.script("return [...document.querySelectorAll('.source-text mark')].map((mark) => mark.textContent)")
        for text in found:
            holds(text.replace("\u00a0", "") in marks or text == "\u00a0", f"game {game['id']}: '{text}' is marked, expected one of {list(marks)}")
        holds(found, f"game {game['id']} has a mark")


def moves_and_text_point_at_each_other(site, browser):
    for game in (28, 39, 44, 9, 68, 29):
        source, steps = site.get(f"games/{game}/source"), site.get(f"games/{game}")["steps"]
        text = source["text"].encode()
        expected = {span["index"] + 1: text[span["begin"]:span["end"]].decode() for span in source["trace"] if span["kind"] == "ply"}
        browser.open(f"/games/{game}/source#0")
        found = browser.script("return [...document.querySelectorAll('.read:not(.side-line)')].map((link) => [Number(link.hash.slice(1)), link.textContent])")
        marked = browser.script("return document.querySelectorAll('.source-text mark').length")
        holds(len(found) + marked >= len(steps) and found, f"game {game}: {len(found)} links for {len(steps)} moves")
        for ply, word in found:
            equal(word, expected[ply], f"game {game}, ply {ply}")
        browser.script("document.querySelectorAll('.read:not(.side-line)')[3].click()")
        browser.wait(f"location.hash === '#{found[3][0]}'")
        equal(browser.script("return document.querySelector('.read.now').textContent"), found[3][1], "and is marked")


def raw_text_is_shown_unchanged(site, browser):
    for game in (28, 68, 9):
        browser.open(f"/games/{game}/source")
        found = browser.script("return [...document.querySelectorAll('.words')].map((line) => line.textContent.replace(/[\\u200b\\u00a0]/g, '')).join('\\n')")
        equal(found, site.get(f"games/{game}/source")["text"].rstrip("\n"), f"text of game {game}")


def differences_equal_compare(site, browser):
    expected = site.get("compare?ids=38,51")
    browser.open("/compare/38+51")
    equal(browser.script("return document.querySelectorAll('.strip .differs').length"), expected["differing_moves"], "differing moves")
    equal(browser.script("return document.querySelectorAll('.strip rect').length"), len(expected["moves"]), "all moves")


if __name__ == "__main__":
    main([filters_equal_search, the_form_is_the_address, more_games_follow_by_key, tree_equals_cli_after_every_click, a_move_is_played_by_its_squares, share_by_decade_equals_counts,
          placing_finds_what_pieces_finds, every_problem_is_marked_where_it_stands, moves_and_text_point_at_each_other,
          raw_text_is_shown_unchanged, differences_equal_compare])
