"""The text of a source beside its moves."""

from harness import equal, holds, main


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


if __name__ == "__main__":
    main([every_problem_is_marked_where_it_stands,
          moves_and_text_point_at_each_other,
          raw_text_is_shown_unchanged])
