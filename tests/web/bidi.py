"""Direction, by the rectangles of what is drawn."""

from harness import equal, holds, languages, main

# Moves of a line stand one after the other in the direction of their list; lines are told by the top of a move.
disorder = """
const list = document.querySelector('.moves'), wrong = [];
let last = null;
for (const move of list.querySelectorAll(':scope > .ply .move')) {
    const at = move.getBoundingClientRect();
    if (last && Math.abs(at.top - last.top) < 6) {
        const isAfter = list.dir === 'rtl' ? at.right <= last.left + 1 : at.left >= last.right - 1;
        if (!isAfter) wrong.push(move.textContent);
    }
    if (move.getClientRects().length !== 1) wrong.push('broken: ' + move.textContent);
    const number = move.querySelector('.number'), text = move.querySelector('bdi');
    if (number) {
        const n = number.getBoundingClientRect(), t = text.getBoundingClientRect();
        if (list.dir === 'rtl' ? n.left < t.right - 1 : n.right > t.left + 1) wrong.push('number behind: ' + move.textContent);
    }
    last = at;
}
return wrong;
"""


def moves_run_in_the_direction_of_their_notation(site, browser):
    games = [game["id"] for game in site.get("games?written_in=ar&limit=50")["games"]]
    holds(len(games) >= 6, "the sample data have games in Arabic")
    for language in languages:
        browser.open("/", language)
        for game in games + [44]:
            browser.go(f"/games/{game}")
            equal(browser.script("return document.querySelector('.moves').dir"), "ltr" if game == 44 else "rtl", f"list of game {game}")
            equal(browser.script(disorder), [], f"game {game} in a page in {language}")


def text_of_a_source_runs_in_the_direction_of_its_notation(site, browser):
    """Each move of a line of the desk stands beyond the one before it, and none is broken or swapped within."""
    for language, game in [(language, game) for language in languages for game in [*(each["id"] for each in site.get("games?written_in=ar&limit=50")["games"]), 44]]:
        browser.open(f"/games/{game}/source#1", language)
        equal(browser.script("""
            const wrong = [];
            for (const line of document.querySelectorAll('.text-line')) {
                let last = null;
                for (const move of line.querySelectorAll('.read')) {
                    const at = move.getBoundingClientRect();
                    if (move.getClientRects().length !== 1) wrong.push('broken: ' + move.textContent);
                    const isAfter = !last || at.top > last.top + 6 || (line.dir === 'rtl' ? at.right <= last.left + 1 : at.left >= last.right - 1);
                    if (!isAfter) wrong.push(move.textContent);
                    last = at;
                }
            }
            return wrong;"""), [], f"desk of game {game} in {language}")
        holds(browser.script("return document.querySelectorAll('.read').length") > 20, "there are moves")


def no_mark_is_split(site, browser):
    """In the text of a source, in the queue of problems and below a game: what is marked is one piece on each line that it stands on."""
    seen = 0
    for language in languages:
        browser.open("/problems?all=1", language)
        for path in ["/problems?all=1", *(f"/games/{game['id']}{page}" for game in site.get("problems?all=1&limit=500")["games"] for page in ("", "/source"))]:
            if path != "/problems?all=1":
                browser.go(path)
            marks = browser.script("""return [...document.querySelectorAll('mark')].map((mark) => {
                const rows = new Set([...mark.getClientRects()].filter((box) => box.width > 0.5).map((box) => Math.round(box.top)));
                return [mark.textContent, [...mark.getClientRects()].filter((box) => box.width > 0.5).length, rows.size];
            })""")
            equal([text for text, pieces, rows in marks if pieces != rows], [], f"marks that are split on {path} in {language}")
            seen += len(marks)
    holds(seen > 100, f"{seen} marks")


def copied_moves_are_in_logical_order(site, browser):
    browser.open("/games/28", "ar")
    text = browser.script("return [...document.querySelectorAll('.moves > .ply .move bdi')].map((move) => move.textContent).join(' ')")
    equal(text, site.get("games/28")["moves"], "text of the list without its numbers")
    browser.script("getSelection().selectAllChildren(document.querySelector('.moves'))")
    copied = " ".join(word for word in browser.script("return getSelection().toString()").split() if word.strip("0123456789.…"))
    equal(copied[:60], text[:60], "what is copied, without its numbers")
    holds(not any(mark in browser.script("return document.querySelector('.moves').textContent") for mark in "\u200e\u200f\u202a\u202b\u2066\u2067\u2068"), "no marks of direction in the moves")


def the_board_is_never_mirrored(site, browser):
    for language in languages:
        browser.open("/", language)
        for path in ("/games/28", "/openings", "/search", "/games/9", "/search?game=camelot"):
            browser.go(path)
            x = browser.script("""const at = (name) => document.querySelector(`[data-square="${name}"]`).getBoundingClientRect();
                const names = [...document.querySelectorAll('[data-square]')].map((cell) => cell.dataset.square);
                const bottom = names[0] < 'a' ? ['F1', 'G1'] : ['a1', 'h1'];
                return [at(bottom[0]).x, at(bottom[1]).x, at(bottom[1]).y];""")
            holds(x[0] < x[1], f"files run from left to right: {path} in {language}")
            corner = browser.script("""const r = document.querySelector('.board .light').getBoundingClientRect();
                const cells = [...document.querySelectorAll('[data-square]')];
                const h1 = cells.find((cell) => cell.dataset.square === 'h1');
                if (!h1) return true;
                const at = h1.getBoundingClientRect();
                return [...document.querySelectorAll('.board .light')].some((one) => Math.abs(one.getBoundingClientRect().x - at.x) < 2 && Math.abs(one.getBoundingClientRect().y - at.y) < 2);""")
            holds(corner, f"White's right corner is light: {path} in {language}")


def results_stand_with_their_names(site, browser):
    points = {"1-0": ["1", "0"], "0-1": ["0", "1"], "1/2-1/2": ["½", "½"], "*": ["", ""]}
    expected = [[[game["white"] or "", game["black"] or ""], points[game["result"]]] for game in site.get("games?limit=50&written_in=ar")["games"]]
    for language in languages:
        browser.open("/?written_in=ar", language)
        browser.wait("document.querySelector('.game-row')")
        rows = browser.script("""return [...document.querySelectorAll('.game-row')].map((row) => {
            const sides = [...row.querySelectorAll('.side')], points = [...row.querySelectorAll('.point')];
            const middle = (each) => (each.getBoundingClientRect().top + each.getBoundingClientRect().bottom) / 2;
            const ofSide = (side) => points.find((point) => Math.abs(middle(point) - middle(side.querySelector('.who'))) < 6).textContent;
            return [sides.map((side) => side.querySelector('bdi')?.textContent ?? ''), sides.map(ofSide)];
        })""")
        equal(rows, expected, f"names and the points on their lines in {language}")


def pages_have_the_direction_of_their_language(site, browser):
    for language in languages:
        browser.open("/", language)
        equal(browser.script("return [document.documentElement.lang, document.documentElement.dir]"), [language, "rtl" if language == "ar" else "ltr"], language)
        browser.driver.get(site.address + "/database")
        equal(browser.script("return document.documentElement.lang"), language, "the cookie keeps it")


def arrow_keys_run_with_the_page(site, browser):
    right, left = "\ue014", "\ue012"
    for language, forward in (("en", right), ("ar", left)):
        browser.open("/games/44", language)
        browser.press(forward, forward)
        browser.wait("location.hash === '#2'")
        browser.script("const c = document.querySelector('[data-square=e4]'); document.querySelector('.board [tabindex=\"0\"]').tabIndex = -1; c.click()")
        browser.press(right)
        equal(browser.script("return document.activeElement.dataset.square"), "f4", f"on squares right is right in {language}")


if __name__ == "__main__":
    main([moves_run_in_the_direction_of_their_notation, text_of_a_source_runs_in_the_direction_of_its_notation, no_mark_is_split, copied_moves_are_in_logical_order, the_board_is_never_mirrored, results_stand_with_their_names, pages_have_the_direction_of_their_language,
          arrow_keys_run_with_the_page])
