"""The text of a source beside its moves."""

from games import board, squares_of
from harness import ActionChains, Keys, equal, holds, languages, main
from words import words


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
        lines = browser.script("return Object.fromEntries([...document.querySelectorAll('.text-line')].filter((line) => line.querySelector('mark')).map((line) => [line.querySelector('.line-number').textContent, line.querySelector('mark').className]))")
        for problem in game["problems"]:
            holds(not problem["line"] or str(problem["line"]) in lines, f"game {game['id']}: the problem of line {problem['line']} is marked, found {lines}")


def what_to_do_about_a_problem_stands_beside_it(site, browser):
    """The advice of its kind, in the language of the page."""
    seen = set()
    for language in languages:
        known = words(site, language)
        browser.open("/problems?all=1", language)
        for game in site.get("problems?all=1&limit=500")["games"]:
            remedies = {problem["remedy_kind"] for problem in game["problems"]}
            browser.go(f"/games/{game['id']}/source#0")
            found = browser.script("""return [...document.querySelectorAll('.source-text mark')].map((mark) => {
                mark.click();
                return [mark.className, document.querySelector('.about .message').textContent, document.querySelector('.about p.muted')?.textContent ?? null];
            })""")
            allowed = {known[f"remedy.{remedy}"] if remedy else None for remedy in remedies}
            for severity, message, advice in found:
                holds(severity in ("fault", "note", "fault now", "note now") and message and advice in allowed, f"game {game['id']} in {language}: {severity}, {message}, {advice}; expected one of {allowed}")
                seen.add(advice)
    holds(len(seen) > 6, f"advice: {seen}")


def next_problem_visits_all_of_a_game(site, browser):
    """n from the first to the last and round, N the other way; the board shows the position before each."""
    visited = 0
    for game in site.get("problems?all=1&limit=500")["games"]:
        browser.open(f"/games/{game['id']}/source")
        marks = browser.script("return document.querySelectorAll('.source-text mark').length")
        for key, order in (("n", [*range(1, marks), 0]), ("N", [*range(marks - 1, -1, -1)])):
            for at in order:
                browser.press(key)
                equal(browser.script("return [...document.querySelectorAll('.source-text mark')].map((mark) => mark.ariaCurrent)"), ["true" if i == at else None for i in range(marks)], f"game {game['id']}, {key}")
                visited += 1
    holds(visited > 20, f"{visited} problems")


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
        equal(browser.script(board), squares_of(steps[found[3][0] - 1]["position"]), f"game {game}: the position after the move")
        browser.press("j")
        equal(browser.script("return document.querySelector('.read.now').textContent"), expected[found[3][0] + 1], f"game {game}: a step on the board marks the next move")
        browser.open(f"/games/{game}#{found[4][0]}")
        browser.script("document.querySelector('.game .tools a.primary').click()")
        browser.wait("document.querySelector('.read.now')")
        equal(browser.script("return document.querySelector('.read.now').textContent"), found[4][1], f"game {game}: from the page of the game to the move in its text")


def raw_text_is_shown_unchanged(site, browser):
    browser.open("/", "ar")
    for game in [game["id"] for game in site.get("games?limit=500")["games"]]:
        browser.go(f"/games/{game}/source")
        found = browser.script("""document.querySelectorAll('.words [data-filler]').forEach((each) => each.remove());
            return [...document.querySelectorAll('.words')].map((line) => line.textContent).join('\\n')""")
        equal(found, site.get(f"games/{game}/source")["text"].rstrip("\n"), f"text of game {game}")


def the_divider_moves_with_keys_and_mouse(site, browser):
    """Right is right in every language; where it was left is kept, and a double click puts it back."""
    place = "const box = document.querySelector('.divider').getBoundingClientRect(); return box.left + box.width / 2"
    for language in languages:
        browser.open("/games/28/source", language)
        browser.script("localStorage.removeItem('cofnod.divider')")
        browser.open("/games/28/source", language)
        first = browser.script(place)
        browser.script("document.querySelector('.divider').focus()")
        browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        left = browser.script(place)
        holds(left < first - 20, f"left in {language}: from {first} to {left}")
        browser.press(Keys.ARROW_RIGHT)
        holds(left < browser.script(place) < first, f"right in {language}")
        browser.press(Keys.END)
        equal(browser.script("return document.querySelector('.divider').getAttribute('aria-valuenow')"), "75", "the widest text")
        line = browser.driver.find_element("css selector", ".divider")
        ActionChains(browser.driver).click_and_hold(line).move_by_offset(0 if language != "ar" else 200, 0).move_by_offset(-200 if language != "ar" else 0, 0).release().perform()
        dragged = browser.script(place)
        holds(browser.script("return Number(document.querySelector('.divider').getAttribute('aria-valuenow'))") < 70, f"dragged in {language}")
        browser.open("/games/28/source", language)
        holds(abs(browser.script(place) - dragged) < 3, f"it is kept in {language}: {browser.script(place)}, {dragged}")
        holds(browser.script("return document.documentElement.scrollWidth <= innerWidth && document.querySelector('.board').getBoundingClientRect().width > 150"), "the board is seen whole")
        ActionChains(browser.driver).double_click(browser.driver.find_element("css selector", ".divider")).perform()
        holds(abs(browser.script(place) - first) < 3, f"a double click puts it back in {language}")


def the_text_stands_above_the_board_where_that_is_wanted(_, browser):
    """For long lines; both are seen, and it is kept. Where there is no room beside each other it is always so."""
    place = "return ['.source-text', '.board'].map((each) => { const box = document.querySelector(each).getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom].map(Math.round); })"
    for language in languages:
        browser.open("/games/28/source", language)
        text, picture = browser.script(place)
        holds(text[2] <= picture[0] if language != "ar" else picture[2] <= text[0], f"beside each other in {language}: {text}, {picture}")
        browser.script("document.getElementById('stacked').click()")
        for _ in range(2):
            text, picture = browser.script(place)
            holds(text[3] <= picture[1] and text[0] <= picture[0] and text[2] >= picture[2], f"one above the other in {language}: {text}, {picture}")
            holds(picture[3] <= 900 and picture[3] - picture[1] > 200, f"the board is seen whole in {language}: {picture}")
            equal(browser.script("return document.querySelector('.divider').getBoundingClientRect().width"), 0, "there is nothing to divide")
            browser.open("/games/28/source", language)
        browser.script("document.getElementById('stacked').click()")
        equal(browser.script("return localStorage.getItem('cofnod.stacked')"), None, "and taken back")
        browser.resize(600, 900)
        text, picture = browser.script(place)
        holds(text[3] <= picture[1], f"on a small screen in {language}: {text}, {picture}")
        browser.resize(1280, 900)


def a_fault_is_explained_without_scrolling(site, browser):
    """The place, the sentence and the way to the next one are seen at once, on a small screen of a desk too."""
    for width, height in ((1280, 900), (1160, 700)):
        browser.resize(width, height)
        for language in languages:
            browser.open("/problems", language)
            for game in site.get("problems")["games"]:
                browser.go(f"/games/{game['id']}/source")
                hidden = browser.script("return ['mark[aria-current]', '.about .message', '.desk .explained .tools', '.desk .board'].filter((each) => { const box = document.querySelector(each).getBoundingClientRect(); return box.top < 0 || box.bottom > innerHeight; })")
                equal(hidden, [], f"game {game['id']} in {language} at {width} x {height}")
    browser.resize(1280, 900)


if __name__ == "__main__":
    main([every_problem_is_marked_where_it_stands,
          what_to_do_about_a_problem_stands_beside_it,
          next_problem_visits_all_of_a_game,
          moves_and_text_point_at_each_other,
          raw_text_is_shown_unchanged,
          the_divider_moves_with_keys_and_mouse,
          the_text_stands_above_the_board_where_that_is_wanted,
          a_fault_is_explained_without_scrolling])
