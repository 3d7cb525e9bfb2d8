"""A game on the board is what `cofnod show` has."""

import json
import re

from harness import equal, holds, languages, main

# The pieces of the board as the cells say them, from the top left: a FEN without its numbers.
board = """
const cells = [...document.querySelectorAll('.board [role=gridcell]')];
return cells.map((cell) => cell.dataset.square + (cell.dataset.piece || '')).sort().join(' ');
"""


def squares_of(position):
    field, squares = position.split()[0], []
    rows = field.split("/")
    width = None
    expanded = []
    for row in rows:
        cells, digits = [], ""
        for sign in row + "/":
            if sign.isdigit():
                digits += sign
                continue
            cells += [""] * int(digits or 0)
            digits = ""
            if sign != "/":
                cells.append(None if sign == "*" else sign)
        expanded.append(cells)
        width = len(cells)
    is_chess = width == 8 and len(rows) == 8 and not any(None in row for row in expanded)
    for at, row in enumerate(expanded):
        for column, cell in enumerate(row):
            if cell is not None:
                squares.append(chr((97 if is_chess else 65) + column) + str(len(rows) - at) + cell)
    return " ".join(sorted(squares))


def step_to_every_ply_equals_show(site, browser):
    """All games: positions from the program, squares from the page, stepping by the key."""
    browser.open("/")
    for entry in site.get("games?limit=500")["games"]:
        shown = json.loads(site.run("show", site.database, str(entry["id"]), "--json"))
        browser.go(f"/games/{entry['id']}")
        found = browser.script("""
            const read = () => [...document.querySelectorAll('.board [role=gridcell]')].map((cell) => cell.dataset.square + (cell.dataset.piece || '')).sort().join(' ');
            const all = [read()];
            for (let i = 0; i < arguments[0]; ++i) {
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
                all.push(read());
            }
            return all;""", len(shown["steps"]))
        equal(found[0], squares_of(shown["start"]), f"game {entry['id']}, start")
        for ply, step in enumerate(shown["steps"], 1):
            equal(found[ply], squares_of(step["position"]), f"game {entry['id']}, ply {ply}")
        moves = browser.script("return [...document.querySelectorAll('.moves > .ply .move bdi')].map((move) => move.textContent)")
        equal(moves, [step["text"] for step in shown["steps"]], f"moves of game {entry['id']}")


def deep_links_lead_to_a_ply(site, browser):
    game = site.get("games/44")
    browser.open("/games/44#28")
    equal(browser.script(board), squares_of(game["steps"][27]["position"]), "position after 28 plies")
    browser.press("k")
    browser.wait("location.hash === '#27'")


def every_notation_by_a_switch(site, browser):
    browser.open("/games/28#5")
    notations = [each["code"] for each in site.get("notations")["notations"] if each["written"]]
    holds(len(notations) >= 41, f"{len(notations)} notations")
    for notation in notations:
        expected = [step["text"] for step in site.get(f"games/28?notation={notation}")["steps"]]
        browser.script("const s = document.getElementById('notation'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))", notation)
        browser.wait(f"location.search.includes('notation={notation}')")
        browser.wait("document.querySelector('.moves [aria-current]') !== null")
        equal(browser.script("return [...document.querySelectorAll('.moves > .ply .move bdi')].map((move) => move.textContent)"), expected, notation)
        browser.wait("location.hash === '#5'")


def back_and_forward_lead_from_page_to_page(site, browser):
    """And to the ply that was left there."""
    steps = site.get("games/44")["steps"]
    browser.open("/games/44", "cy")
    browser.press("j", "j", "j")
    browser.wait("location.hash === '#3'")
    browser.script("document.querySelector('#top a[href=\"/openings\"]').click()")
    browser.wait("document.querySelector('.tree tbody a')")
    browser.driver.back()
    browser.wait("location.pathname + location.hash === '/games/44#3' && document.querySelector('.game .board')")
    equal(browser.script(board), squares_of(steps[2]["position"]), "back")
    browser.driver.forward()
    browser.wait("location.pathname === '/openings' && document.querySelector('.tree tbody a')")
    browser.driver.back()
    browser.wait("location.pathname + location.hash === '/games/44#3' && document.querySelector('.game .board')")
    browser.driver.refresh()
    browser.wait("document.querySelector('.game .counter')?.textContent.startsWith('3 ')")
    equal(browser.script(board), squares_of(steps[2]["position"]), "loaded anew")


def flipping_moves_the_picture_and_keeps_the_squares(site, browser):
    browser.open("/games/44#3")
    place = "return document.querySelector('[data-square=a1]').getBoundingClientRect().x > document.querySelector('[data-square=h1]').getBoundingClientRect().x"
    before, squares = browser.script(place), browser.script(board)
    browser.press("f")
    equal(browser.script(place), not before, "a1 stands on the other side")
    equal(browser.script(board), squares, "pieces on their squares")


def a_key_held_down_ends_at_its_place(site, browser):
    """Browsers drop addresses that are written too often."""
    browser.complaints()
    browser.open("/games/53")
    browser.script("""for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight'])
        for (let i = 0; i < 100; ++i) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));""")
    browser.wait("location.hash === '#100'")
    equal(browser.complaints(), [], "console")


def variations_are_walked(site, browser):
    browser.open("/games/44")
    items = next(each["items"] for each in site.get("games/44")["annotations"] if each["kind"] == "variation")
    browser.script("document.querySelector('.variation .move').click()")
    equal(browser.script(board), squares_of(items[0]["step"]["position"]), "first move of the variation")
    browser.press("j")
    equal(browser.script(board), squares_of(items[1]["step"]["position"]), "second move of the variation")
    browser.press("k", "k")
    equal(browser.script(board), squares_of(site.get("games/44")["steps"][items[0]["ply"] - 2]["position"]), "back on the main line")


def variations_are_entered_by_keys(site, browser):
    """Down leads from a move to those that may take its place, and round; up the other way."""
    game = site.get("games/44")
    variation = next(each for each in game["annotations"] if each["kind"] == "variation")
    first = next(item for item in variation["items"] if item["kind"] == "move")
    instead = game["steps"][first["ply"] - 1]
    for language in languages:
        browser.open(f"/games/44#{first['ply']}", language)
        equal(browser.script(board), squares_of(instead["position"]), "the move that was played")
        browser.press("\ue015")
        equal(browser.script(board), squares_of(first["step"]["position"]), f"the variation in {language}")
        equal(browser.script("return document.querySelector('.variation [aria-current] bdi').textContent"), first["step"]["text"], "its move is marked")
        browser.press("\ue013")
        equal(browser.script(board), squares_of(instead["position"]), f"back in {language}")


def comments_in(items):
    """The comments of a game, those of its variations among them, in their order."""
    for item in items:
        if item["kind"] == "comment":
            yield re.sub(r"\s*\[%\w+ [^\]]*\]\s*", " ", item["text"]).strip()
        yield from comments_in(item["items"] or [])


def comments_stand_where_they_were_written(site, browser):
    compared = 0
    browser.open("/", "cy")
    for entry in site.get("games?limit=500")["games"]:
        expected = [text for text in comments_in(site.get(f"games/{entry['id']}")["annotations"]) if text]
        if not expected:
            continue
        browser.go(f"/games/{entry['id']}")
        equal(browser.script("return [...document.querySelectorAll('.moves .comment')].map((each) => each.textContent)"), expected, f"comments of game {entry['id']}")
        compared += len(expected)
    holds(compared > 30, f"{compared} comments")
    game = site.get("games/44")
    browser.go("/games/44")
    after = browser.script("""return [...document.querySelectorAll('.moves > .comment')].map((each) => {
        let move = each.previousElementSibling;
        while (move && !move.matches('.ply')) move = move.previousElementSibling;
        return move ? Number(move.querySelector('.move').hash.slice(1)) : 0;
    })""")
    equal(after, [item["ply"] for item in game["annotations"] if item["kind"] == "comment" and "".join(comments_in([item]))], "the moves that they follow")


def moves_are_said_in_words(site, browser):
    said = {"en": "White, move 1: pawn to e4", "cy": "Gwyn, symudiad 1: gwerinwr i e4", "ar": "الأبيض، النقلة 1: البيدق إلى 4د"}
    mate = {"en": "White, move 11: bishop to d8, mate", "cy": "Gwyn, symudiad 11: esgob i d8, siachmat", "ar": "الأبيض، النقلة 11: الفيل إلى 8هـ، كش مات"}
    for language in languages:
        browser.open(f"/games/28?notation={'ar' if language == 'ar' else 'en'}", language)
        browser.press("j")
        equal(browser.script("return document.getElementById('live').textContent"), said[language], language)
        browser.press("\ue010")  # End
        equal(browser.script("return document.getElementById('live').textContent"), mate[language], language)
        browser.press("d")
        holds(browser.script("return document.getElementById('live').textContent").count(":") >= 8, "the position is read by piece")


if __name__ == "__main__":
    main([step_to_every_ply_equals_show, deep_links_lead_to_a_ply, back_and_forward_lead_from_page_to_page, every_notation_by_a_switch, flipping_moves_the_picture_and_keeps_the_squares,
          a_key_held_down_ends_at_its_place, variations_are_walked, variations_are_entered_by_keys, comments_stand_where_they_were_written, moves_are_said_in_words])
