"""The text of a source beside its moves."""

from harness import ActionChains, Keys, equal, holds, languages, main


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
          moves_and_text_point_at_each_other,
          raw_text_is_shown_unchanged,
          the_divider_moves_with_keys_and_mouse,
          a_fault_is_explained_without_scrolling])
