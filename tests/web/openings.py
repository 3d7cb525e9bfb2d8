"""Openings: the moves of a position are what `cofnod tree` answers."""

import json

from harness import equal, holds, main


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


if __name__ == "__main__":
    main([tree_equals_cli_after_every_click, a_move_is_played_by_its_squares, share_by_decade_equals_counts, tree_of_camelot_and_of_a_filter_equals_cli,
          a_position_that_nobody_reached_can_be_played_on])
