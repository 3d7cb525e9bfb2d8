"""Openings: the moves of a position are what `cofnod tree` answers."""

import json
import os

from harness import equal, holds, main

listed = "return [...document.querySelectorAll('.openings .game-row a.players')].map((link) => Number(link.pathname.split('/')[2]))"


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


def tree_of_camelot_and_of_a_filter_equals_cli(site, browser):
    for path, arguments in (("/openings?game=camelot", ["--game", "camelot"]), ("/openings?white=Morphy", ["--white", "Morphy"]), ("/openings?since=1900&until=1939", ["--since", "1900", "--until", "1939"])):
        tree = json.loads(site.run("tree", site.database, "--json", *arguments))
        browser.open(path)
        rows = browser.script("return [...document.querySelectorAll('.tree tbody tr')].map((row) => [row.querySelector('bdi').textContent, Number(row.children[1].textContent)])")
        equal(rows, [[move["move"], move["games"]] for move in tree["moves"] if move["move"]], path)


def a_position_that_nobody_reached_can_be_played_on(site, browser):
    browser.open("/openings?after=a2a4+h7h5+a1a3")
    equal(browser.script("return document.querySelectorAll('.tree tbody tr').length"), 0, "no game has this")
    for square in ("h8", "h6"):
        browser.script(f"document.querySelector('[data-square={square}]').click()")
    browser.wait("location.search.includes('h8h6') && document.querySelector('[data-square=h6]').dataset.piece === 'r'")


def the_form_narrows_the_tree(site, browser):
    """The moves that lead there stay."""
    browser.open("/openings?after=e2e4+e7e5", "ar")
    browser.script("const form = document.querySelector('.openings .filters'); form.elements.player.value = 'Anderssen'; form.elements.until.value = '1860'; form.querySelector('button').click()")
    browser.wait("location.search.includes('Anderssen') && !document.querySelector('[aria-busy]') && document.querySelectorAll('.chips li').length === 2")
    equal(dict(browser.script("return [...new URLSearchParams(location.search)]")), {"after": "e2e4 e7e5", "player": "Anderssen", "until": "1860"}, "address")
    tree = json.loads(site.run("tree", site.database, "--json", "--after", "1. e4 e5", "--player", "Anderssen", "--until", "1860", "--notation", "ar"))
    rows = browser.script("return [...document.querySelectorAll('.tree tbody tr')].map((row) => [row.querySelector('bdi').textContent, Number(row.children[1].textContent)])")
    equal(rows, [[move["move"], move["games"]] for move in tree["moves"] if move["move"]], "moves")
    holds(rows, "there are some")


def games_stand_in_the_order_that_is_chosen(site, browser):
    """The order is named above them; the rest follows."""
    browser.open("/openings?after=e2e4+e7e5")
    for order in browser.script("return [...document.getElementById('order').options].map((option) => option.value)"):
        expected = [game["id"] for game in json.loads(site.run("search", site.database, "--json", "--after", "1. e4 e5", *([f"--sort={order}"] if order else [])))["games"]]
        holds(len(expected) > 10, "more than a page")
        browser.script("window.left = document.querySelector('.openings .games'); const select = document.getElementById('order'); select.value = arguments[0] || select.value; if (arguments[0]) select.dispatchEvent(new Event('change'))", order)
        browser.wait(f"(new URLSearchParams(location.search).get('sort') ?? '') === '{order}' && ({json.dumps(not order)} || document.querySelector('.openings .games') !== window.left) && !document.querySelector('[aria-busy]')")
        equal(browser.script(listed), expected[:10], order)
        equal(browser.script("return document.getElementById('order').value"), order, "the order that is named")
    browser.script("document.querySelector('.openings .game-list > button').click()")
    browser.wait("document.querySelectorAll('.openings .game-row').length > 10")
    equal(browser.script(listed), expected[:20], "more of them")


def all_moves_of_a_position_are_listed(site, browser):
    """Not the first twelve."""
    first = "a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4 Na3 Nc3 Nf3 Nh3".split()
    path = os.path.join(site.folder, "first.pgn")
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f'[White "First {move}"]\n[Result "*"]\n\n1. {move} *\n\n' for move in first)
    site.run("import", "--quiet", site.database, path)
    browser.open("/openings?white=First")
    equal(sorted(browser.script("return [...document.querySelectorAll('.tree tbody bdi.move')].map((move) => move.textContent)")), sorted(first), "moves")


if __name__ == "__main__":
    main([tree_equals_cli_after_every_click, a_move_is_played_by_its_squares, share_by_decade_equals_counts, tree_of_camelot_and_of_a_filter_equals_cli,
          a_position_that_nobody_reached_can_be_played_on, the_form_narrows_the_tree, games_stand_in_the_order_that_is_chosen, all_moves_of_a_position_are_listed])
