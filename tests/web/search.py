"""Search by placing pieces: what is found is what the commands find."""

import json

from harness import Failure, equal, holds, main

shown = "return [...document.querySelectorAll('.search .game-row a.players')].map((link) => Number(link.pathname.split('/')[2]))"


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


def games_are_counted_and_listed_after_each_piece(site, browser):
    browser.open("/search")
    placed = []
    for piece, square in (("P", "e4"), ("p", "e5"), ("N", "f3"), ("B", "c4")):
        place(browser, piece, square)
        placed.append(piece + square)
        expected = games_of(site, "--pieces", " ".join(placed))
        browser.wait(f"document.querySelector('.count').textContent.startsWith('{len(expected)} ')")
        finds(browser, expected[:20], " ".join(placed))
    place(browser, "B", "c4")
    finds(browser, games_of(site, "--pieces", "Pe4 pe5 Nf3")[:20], "a piece that is taken away again")


def games_of(site, *arguments):
    return [game["id"] for game in json.loads(site.run("search", site.database, "--json", *arguments))["games"]]


def place(browser, piece, square, mode="all"):
    browser.script("""const [piece, square, mode] = arguments;
        document.querySelector(`.modes input[value=${mode}]`).click();
        document.querySelector(`.palette input[value=${piece}]`).click();
        document.querySelector(`[data-square=${square}]`).click();""", piece, square, mode)


def finds(browser, expected, what):
    holds(expected, f"{what}: the sample data have such games")
    try:
        browser.wait(f"JSON.stringify((() => {{ {shown} }})()) === '{json.dumps(expected, separators=(',', ':'))}'", 5)
    except Failure:
        equal(browser.script(shown), expected, what)


def one_of_several_squares(site, browser):
    browser.open("/search")
    place(browser, "p", "d6")
    for square in ("g5", "h4"):
        place(browser, "B", square, "any")
    finds(browser, games_of(site, "--cql", "pd6 (Bg5 or Bh4)"), "a bishop on one of two squares")
    equal(browser.script("return new URLSearchParams(location.search).get('any')"), "Bg5 Bh4", "the address has it")
    equal(browser.script("return document.querySelector('[data-square=g5]').ariaLabel"), "g5, white bishop, one of several", "and those who listen hear it")


def not_here(site, browser):
    browser.open("/search")
    place(browser, "N", "e5")
    place(browser, "p", "d6", "not")
    finds(browser, games_of(site, "--cql", "Ne5 not pd6"), "a knight, and no pawn")
    equal(browser.script("return document.querySelector('[data-square=d6]').ariaLabel"), "d6, no black pawn", "and those who listen hear it")


def mirrored_and_with_colours_exchanged(site, browser):
    browser.open("/search?pieces=Ne5+pd6")
    browser.script("document.getElementById('search-mirror').click()")
    finds(browser, games_of(site, "--cql", "{Ne5 pd6} or {Nd5 pe6}"), "mirrored")
    browser.script("document.getElementById('search-flip').click()")
    finds(browser, games_of(site, "--cql", "{Ne5 pd6} or {Nd5 pe6} or {ne4 Pd3} or {nd4 Pe3}"), "and with colours exchanged")
    browser.driver.refresh()
    finds(browser, games_of(site, "--cql", "{Ne5 pd6} or {Nd5 pe6} or {ne4 Pd3} or {nd4 Pe3}"), "again from the address")
    browser.script("document.getElementById('search-mirror').click()")
    finds(browser, games_of(site, "--pieces", "Ne5 pd6", "--flip"), "with colours exchanged alone")


def pieces_of_camelot(site, browser):
    browser.open("/search?game=camelot&pieces=NC6&exclude=mD9")
    finds(browser, games_of(site, "--game", "camelot", "--cql", "NC6 not mD9"), "on the other board")


def pieces_as_text_and_a_position_that_is_pasted(site, browser):
    write = "const input = document.getElementById('pieces'); input.value = arguments[0]; input.dispatchEvent(new Event('change'))"
    browser.open("/search")
    browser.script(write, "Ne5 ?Bg5 ?Bh4 !pd6")
    finds(browser, games_of(site, "--cql", "Ne5 (Bg5 or Bh4) not pd6"), "all three kinds as text")
    position = site.get("games/44")["steps"][19]["position"]
    browser.script(write, position)
    finds(browser, games_of(site, "--fen", position.split()[0]), "pieces of a position")


def the_pattern_is_handed_on(site, browser):
    browser.open("/search?pieces=Ne5&exclude=pd6")
    browser.wait("document.querySelector('.tools a[href^=\"/patterns\"]')")
    browser.script("document.querySelector('.tools a[href^=\"/patterns\"]').click()")
    browser.wait("location.pathname === '/patterns' && document.getElementById('cql') && document.querySelector('.game-row')")
    equal(browser.script("return document.getElementById('cql').value"), "Ne5 and not pd6", "the text of the pattern")


if __name__ == "__main__":
    main([placing_finds_what_pieces_finds, games_are_counted_and_listed_after_each_piece, one_of_several_squares, not_here, mirrored_and_with_colours_exchanged, pieces_of_camelot,
          pieces_as_text_and_a_position_that_is_pasted, the_pattern_is_handed_on])
