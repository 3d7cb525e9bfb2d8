"""Records side by side: differences are those of `cofnod compare`."""

import os

from harness import equal, languages, main

records = """[Event "A"]
[White "Tal, Mikhail"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 1-0

[Event "B"]
[White "Tal, M."]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 d6 5. O-O Be7 6. Re1 b5 1-0

[Event "C"]
[White "Tal, M."]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 d6 5. c3 Be7 6. O-O b5 7. d4 1-0
"""


def differences_equal_compare(site, browser):
    expected = site.get("compare?ids=38,51")
    browser.open("/compare/38+51")
    equal(browser.script("return document.querySelectorAll('.strip .differs').length"), expected["differing_moves"], "differing moves")
    equal(browser.script("return document.querySelectorAll('.strip rect').length"), len(expected["moves"]), "all moves")


def differences_alone_or_all_moves(site, browser):
    expected = site.get("compare?ids=38,51")
    browser.open("/compare/38+51", "cy")
    rows = "return document.querySelectorAll('.witnesses tbody tr').length"
    equal(browser.script(rows), expected["differing_moves"] or len(expected["moves"]), "only differences")
    for _ in range(2):
        wanted = browser.script("const box = document.querySelector('.compare .tools input[type=checkbox]'); box.click(); return box.checked")
        equal(browser.script(rows), expected["differing_moves"] if wanted else len(expected["moves"]), "differences" if wanted else "all moves")


def each_record_has_a_board_in_its_own_letters(site, browser):
    """One game, in Welsh and in Arabic."""
    ids = [site.get(f"games?written_in={notation}&moves=1.+e4+e5+2.+Nf3+d6+3.+d4+Bg4")["games"][0]["id"] for notation in ("cy", "ar")]
    games = [site.get(f"games/{each}") for each in ids]
    letters = {each["code"]: each for each in site.get("notations")["notations"]}
    for language in languages:
        browser.open(f"/compare/{ids[0]}+{ids[1]}#5", language)
        for i, notation in enumerate(("cy", "ar")):
            names = browser.script("return [...document.querySelectorAll('.boards .board')[arguments[0]].querySelectorAll('.names text')].map((each) => each.textContent)", i)
            equal(sorted(names), sorted([*letters[notation]["files"], *letters[notation]["ranks"]]), f"files and ranks of {notation} on a page in {language}")
            shown = browser.script("const text = document.querySelectorAll('.boards .status')[arguments[0]]; return [text.querySelector('bdi').textContent, text.dir]", i)
            equal(shown, [games[i]["steps"][4]["text"], games[i]["direction"]], f"the move in {notation}")
            equal(browser.script("return document.querySelectorAll('.boards .board')[arguments[0]].querySelector('[data-square=d4]').dataset.piece", i), "P", "after 3. d4")
        browser.script("const box = document.querySelector('.compare .tools input[type=checkbox]'); if (box.checked) box.click()")
        rows = browser.script("return [...document.querySelectorAll('.witnesses tbody tr')].slice(0, 5).map((row) => [...row.querySelectorAll('td bdi')].map((each) => each.textContent))")
        equal(rows, [[game["steps"][ply]["text"] for game in games] for ply in range(5)], f"the rows in {language}")


def three_records(site):
    path = os.path.join(site.folder, "records.pgn")
    if not os.path.exists(path):
        with open(path, "w", encoding="ascii") as file:
            file.write(records)
        site.run("import", "--quiet", site.database, path)
    ids = [game["id"] for game in site.get("games?source=records.pgn")["games"]]
    equal(len(ids), 3, "records imported")
    return ids


def differing(browser):
    return browser.script("return [...document.querySelectorAll('.strip .differs')].map((mark) => Number(mark.dataset.row))")


def differences_are_those_from_the_base(site, browser):
    ids = three_records(site)
    readings = [[reading and reading["uci"] for reading in row["readings"]] for row in site.get(f"compare?ids={','.join(map(str, ids))}")["moves"]]
    browser.open(f"/compare/{'+'.join(map(str, ids))}", "cy")
    for base in range(3):
        browser.script("const s = document.getElementById('base'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))", str(ids[base]))
        browser.wait(f"location.search === '?base={ids[base]}'")
        equal(differing(browser), [i for i, row in enumerate(readings) if any(one != row[base] for one in row)], f"moves that differ from record {base + 1}")
        others = browser.script("return [...document.querySelectorAll('.witnesses tbody tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.classList.contains('other')))")
        equal(others, [[one != row[base] for one in row] for row in readings if any(one != row[base] for one in row)], "cells")
        heights = browser.script("return [...document.querySelectorAll('.strip .differs')].map((mark) => mark.height.baseVal.value)")
        equal([height == max(heights) for height in heights], [sum(one != row[base] for one in row) == max(sum(each != other[base] for each in other) for other in readings) for row in readings
                                                                if any(one != row[base] for one in row)], "the more records differ, the higher the mark")


def boards_show_the_row(site, browser):
    ids = three_records(site)
    games = [site.get(f"games/{each}") for each in ids]
    browser.open(f"/compare/{'+'.join(map(str, ids))}#8", "ar")
    pieces = "return [...document.querySelectorAll('.boards .board')].map((board) => board.querySelector('[data-square=f6]').dataset.piece + board.querySelector('[data-square=d6]').dataset.piece)"
    equal(browser.script(pieces), ["n", "p", "p"], "after Black's fourth move")
    browser.press("n")
    browser.wait("location.hash === '#9'")
    equal(browser.script("return document.querySelectorAll('.boards .other').length"), 1, "one record differs from the base")
    browser.press("\ue010")
    browser.wait("location.hash === '#13'")
    equal(len(games[2]["steps"]), 13, "the last row is that of the longest record")
    equal(browser.script("return document.querySelectorAll('.boards .status')[0].textContent"), "—", "the others have no such move")


if __name__ == "__main__":
    main([differences_equal_compare, differences_alone_or_all_moves, each_record_has_a_board_in_its_own_letters, differences_are_those_from_the_base, boards_show_the_row])
