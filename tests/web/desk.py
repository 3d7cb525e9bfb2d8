"""The desk that writes: with the keyboard alone, for those who listen, on a phone, in three languages."""

import os
import subprocess

import axe
from harness import Failure, Keys, Site, WritingSite, equal, holds, languages, main

column = """[White "Siân Puw"]
[Black "Ifan Rhys"]
[Date "1931.08.05"]
[Result "1-0"]

1. e4 e5 2. Mf3 Mc6 3. Ec4 Mf6 4. Mg5 d5 5. exd5 Mxd5 6. Mxf8 Txf7 7. Bf3+ 1-0

[White "يوهانس"]
[Black "جوزيف"]
[Result "*"]

1.4هـ 5هـ 2.ح3و ح6ج 3.ف4ج ف5ج 4.ح9ز *
"""
heard = "return document.getElementById('live').textContent"
kept = {"en": "The correction is kept.", "cy": "Mae'r cywiriad wedi'i gadw.", "ar": "حُفظ التصحيح."}
undone = {"en": "The correction is undone.", "cy": "Mae'r cywiriad wedi'i ddadwneud.", "ar": "تراجعنا عن التصحيح."}
complete = {"en": "complete", "cy": "cyflawn", "ar": "كاملة"}


def active(browser, what):
    return browser.script(f"return document.activeElement.matches('{what}')")


def tab_to(browser, what):
    for stop in range(150):
        is_there, is_lost = browser.script("return arguments[0].map((each) => document.activeElement.matches(each))", [what, "body"])
        if is_there:
            return
        holds(not is_lost or stop == 0, "the focus is never lost")
        browser.press(Keys.TAB)
    raise Failure(f"Tab does not reach {what}")


def open_desk(browser, language, game=1):
    browser.open(f"/games/{game}/source", language)
    browser.wait("document.querySelector('.edit-correct')")


def fault_correction_undo_without_a_mouse(site, browser):
    for language in languages:
        browser.open("/problems", language)
        browser.wait("document.querySelector('main a[href=\"/games/1/source\"], main a[href^=\"/games/1\"]')")
        open_desk(browser, language)
        equal(browser.script("return document.querySelector('mark[aria-current]').textContent"), "Mxf8", "the fault is shown")
        browser.press("e")
        holds(active(browser, "#edit-now"), "e opens the form, its second field has the focus")
        equal(browser.script("return document.querySelector('#edit-was').value"), "Mxf8", "what stands there")
        holds(browser.script("return document.querySelector('.edit .keep').disabled"), "there is nothing to keep")
        browser.press("Mxf7")
        browser.wait("document.querySelector('.outcome strong')")
        equal(browser.script("return document.querySelector('.outcome strong').textContent"), complete[language], "read to the end")
        equal(browser.script("return document.querySelector('.outcome').getAttribute('role')"), "status", "the outcome is said")
        equal(browser.script("return document.querySelector('.board [data-square=f7]').dataset.piece"), "N", "the board shows the move")
        equal(browser.script("return document.querySelector('.original .source-text').textContent.includes('Mxf8')"), True, "the original stands beside it")
        browser.press(Keys.ENTER)
        browser.wait(f"document.getElementById('live').textContent === {kept[language]!r}")
        browser.wait("!document.querySelector('.edit')")
        holds(active(browser, ".edit-correct"), "the focus is on the button that began it")
        holds(not browser.script("return document.querySelector('.source-text mark')"), "there is no fault left")
        equal(browser.script("return document.querySelector('.corrections del').textContent + document.querySelector('.corrections ins').textContent"), "Mxf8Mxf7", "what stood there, what stands there")
        holds("Nia" in browser.script("return document.querySelector('.corrections li').textContent"), "who")
        tab_to(browser, ".undo")
        browser.press(Keys.ENTER)
        browser.wait(f"document.getElementById('live').textContent === {undone[language]!r}")
        equal(browser.script("return document.querySelector('.source-text mark').textContent"), "Mxf8", "the fault is back")
        holds(not active(browser, "body"), "the focus is not lost")


def game_fault_and_correction_are_three_clicks_away(site, browser):
    """A person who never saw the program, by what can be seen and clicked, from the first page: a game; then the fault in its text; then its correction."""
    def click(selector):
        browser.wait(f"document.querySelector({selector!r})")
        browser.driver.find_element("css selector", selector).click()  # fails where nothing of it can be seen

    for language in languages:
        browser.open("/", language)
        click(".game-row a.players")
        browser.wait("document.querySelector('.moves .move') && document.querySelector('.board [role=gridcell]')")

        browser.open("/", language)
        click('#top nav a[href="/problems"]')
        click('main li a[href$="/source"]')
        browser.wait("document.querySelector('.edit-correct') && document.querySelector('mark[aria-current]')")
        equal(browser.script("return document.querySelector('mark[aria-current]').textContent"), "Mxf8", "the fault")
        holds(browser.script("const box = document.querySelector('mark[aria-current]').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight"), "the fault is seen without scrolling")
        holds(browser.script("return document.querySelector('.about .message').textContent.length") > 10, "what is wrong with it stands beside it")
        click(".edit-correct")
        equal(browser.script("return document.querySelector('#edit-was').value"), "Mxf8", "the form of its correction")
        holds(browser.script("const form = document.querySelector('.edit').getBoundingClientRect(), board = document.querySelector('.board').getBoundingClientRect(); return form.bottom <= innerHeight + 1 && board.bottom > board.height / 2"),
              "the form and the board are seen together")

        browser.press("Mxf7")
        browser.wait("document.querySelector('.outcome strong')")
        browser.press(Keys.ENTER)
        browser.wait("!document.querySelector('.edit') && !document.querySelector('.source-text mark')")
        equal([(each["was"], each["now"]) for each in site.get("corrections")["corrections"]], [("Mxf8", "Mxf7")], "what is stored")
        equal(site.get("games/1")["state"], "complete", "the game")
        site.run("undo", site.database)


def cancel_brings_back_what_stood_there(site, browser):
    open_desk(browser, "en")
    before = browser.script("return document.querySelector('.source-text').textContent")
    for end in (Keys.ESCAPE, None):
        browser.press("e", "Mxf7")
        browser.wait("document.querySelector('.tried')")
        browser.press(end) if end else browser.script("document.querySelector('.edit .cancel').click()")
        browser.wait("!document.querySelector('.edit') && !document.querySelector('.tried')")
        equal(browser.script("return document.querySelector('.source-text').textContent"), before, "the text")
    equal(site.get("corrections")["corrections"], [], "nothing was stored")


def moves_too_are_corrected_where_they_stand(site, browser):
    """The second game, right to left: the move that was stepped to."""
    for language in ("ar", "en"):
        open_desk(browser, language, 2)
        browser.press(Keys.HOME, "j", "e")
        equal(browser.script("return document.querySelector('#edit-was').value"), "4هـ", "the first move")
        equal(browser.script("return getComputedStyle(document.querySelector('#edit-now')).direction"), "rtl", "direction of the field")
        browser.press("4د")
        browser.wait("document.querySelector('.outcome strong')")
        equal(browser.script("return document.querySelector('.board [data-square=e4]').dataset.piece"), "P", "4د is e4")
        browser.press(Keys.ESCAPE)


def details_are_set_and_removed(site, browser):
    open_desk(browser, "cy")
    browser.script("document.querySelector('.edit-details').click()")
    holds(active(browser, "#tag-White"), "the first field has the focus")
    equal(browser.script("return document.querySelector('#tag-Date').value"), "1931.08.05", "what is known stands there")
    browser.script("for (const [id, value] of [['Event', 'Eisteddfod'], ['Date', '1931.13']]) document.querySelector(`#tag-${id}`).value = value; document.querySelector('.edit .keep').click()")
    browser.wait("document.querySelector('.edit .problem-box')")
    equal(site.get("games/1")["event"], None, "a date that is none is refused")
    browser.script("document.querySelector('#tag-Date').value = ''; document.querySelector('.edit .keep').click()")
    browser.wait("!document.querySelector('.edit')")
    equal([site.get("games/1")[key] for key in ("event", "date", "white")], ["Eisteddfod", None, "Siân Puw"], "details")
    browser.script("document.querySelector('.undo').click()")
    browser.wait("!document.querySelector('.corrections li')")
    equal([site.get("games/1")[key] for key in ("event", "date")], [None, "1931-08-05"], "details after undo")


def a_game_is_marked_as_checked_by_a_person(site, browser):
    open_desk(browser, "en")
    browser.script("document.querySelector('.edit-check').click()")
    browser.wait("document.querySelector('.badge.checked')")
    equal(browser.script("return document.querySelector('.badge.checked').textContent"), "Checked by Nia", "the mark")
    equal(site.get("games/1")["tags"]["CheckedBy"], "Nia", "stored as a tag, which export writes")
    browser.script("document.querySelector('.edit-uncheck').click()")
    browser.wait("!document.querySelector('.badge.checked')")
    equal([each["made_by"] for each in site.get("corrections?game=1")["corrections"]], ["Nia", "Nia"], "both are corrections")
    for count in (1, 0):
        browser.script("document.querySelector('.undo').click()")
        browser.wait(f"document.querySelectorAll('.corrections li').length === {count}")


def a_game_is_deleted_and_brought_back(site, browser):
    for language in languages:
        open_desk(browser, language, 2)
        browser.script("document.querySelector('.edit-delete').click()")
        holds(active(browser, ".edit .cancel"), "asked first: the focus is on Cancel")
        browser.script("document.querySelector('.edit .keep').click()")
        browser.wait("document.querySelector('.restore')")
        equal(site.get("games/count")["count"], 1, "games")
        browser.open("/games/2/source", language)
        browser.script("document.querySelector('.restore').click()")
        browser.wait("document.querySelector('.source-text')")
        equal(site.get("games/count")["count"], 2, "games")


def records_of_one_game_are_linked_and_parted(site, browser):
    site.run("import", "--quiet", site.database, os.path.join(site.root, "sample-data", "chess", "cy", "gemau-enwog.pgn"))
    for language in languages:
        open_desk(browser, language, 3)
        browser.script("document.querySelector('.edit-records').click()")
        holds(active(browser, "#edit-with"), "the field has the focus")
        for wrong in ("99", "3", "x", ""):
            browser.script("const e = document.querySelector('#edit-with'); e.value = arguments[0]; document.querySelector('.edit .problem-box')?.remove(); document.querySelector('.edit .keep').click()", wrong)
            browser.wait("document.querySelector('.edit .problem-box')")
        browser.script("document.querySelector('#edit-with').value = '4, 5'; document.querySelector('.edit .keep').click()")
        browser.wait("!document.querySelector('.edit')")
        equal(sorted(site.get("games/3")["other_records"]), [4, 5], "linked")
        longest = max((3, 4, 5), key=lambda id: site.get(f"games/{id}")["plies"])
        open_desk(browser, language, longest)
        browser.script("document.querySelector('.edit-records').click()")
        browser.script("document.querySelector('.part').click()")
        browser.wait("!document.querySelector('.edit')")
        equal(site.get(f"games/{longest}")["other_records"], [], "the fullest is parted")
        left = sorted({3, 4, 5} - {longest})
        equal(site.get(f"games/{left[0]}")["other_records"], [left[1]], "the others stay linked")
        open_desk(browser, language, left[0])
        browser.script("document.querySelector('.edit-records').click(); document.querySelector('.part').click()")
        browser.wait("!document.querySelector('.edit')")
        equal(site.get(f"games/{left[1]}")["other_records"], [], "one left is no work")
    equal(subprocess.run([site.cofnod, "check", "--quiet", site.database, "--deep"], check=False).returncode, 0, "the database is sound")


def all_corrections_are_listed_a_page_at_a_time(site, browser):
    browser.open("/corrections", "ar")
    equal(browser.script("return document.querySelectorAll('.corrections li').length"), 0, "none yet")
    for i in range(52):
        site.run("set", site.database, "1", f"Round={i}", "--by", "Nia")
    site.run("delete", site.database, "2", "--yes", "--by", "Ann")
    for language in languages:
        browser.open("/corrections", language)
        equal(browser.script("return document.querySelectorAll('.corrections li').length"), 50, "a page")
        browser.script("document.querySelector('.corrections button').click()")
        browser.wait("document.querySelectorAll('.corrections li').length === 53")
        equal(browser.script("return document.activeElement.pathname"), "/games/1/source", "the focus is on the first new one")
    browser.script("[...document.querySelectorAll('.corrections li a')].at(-1).click()")
    browser.wait("document.querySelector('.restore')")
    browser.script("document.querySelector('.restore').click()")
    browser.wait("document.querySelector('.source-text')")
    open_desk(browser, "en")
    equal(browser.script("return document.querySelectorAll('.corrections li').length"), 52, "all those of a game")
    for _ in range(52):
        site.run("undo", site.database, "1")


def what_others_changed_meanwhile_is_not_overwritten(site, browser):
    open_desk(browser, "en")
    browser.press("e", "Mxf7")
    browser.wait("document.querySelector('.outcome strong')")
    site.run("set", site.database, "1", "Event=Elsewhere", "--by", "Ann")
    browser.press(Keys.ENTER)
    browser.wait("document.querySelector('.outcome .problem-box')")
    equal(len(site.get("corrections")["corrections"]), 1, "corrections")
    site.run("undo", site.database)
    browser.complaints()


def forms_are_accessible(site, browser):
    """axe-core: the form of the text, of the details, of the end; light, dark, on a phone; and no page is wider than it."""
    opened = {"correct": "document.querySelector('.edit-correct').click()", "details": "document.querySelector('.edit-details').click()", "delete": "document.querySelector('.edit-delete').click()", "records": "document.querySelector('.edit-records').click()", "list": "", "all": ""}
    site.run("correct", site.database, "1", "Bf3+", "Bf3", "--by", "Nia")
    for language, width, scheme in (("en", 1280, "light"), ("cy", 1280, "dark"), ("ar", 320, "light")):
        browser.resize(width, 900, scheme)
        browser.open("/problems", language)
        for name, action in opened.items():
            if name == "all":
                browser.go("/corrections")
            else:
                browser.go("/games/1/source")
                browser.wait("document.querySelector('.edit-correct') && document.querySelector('.original .raw')")
            browser.script(action)
            if name == "correct":
                browser.press("Mxf7")
                browser.wait("document.querySelector('.outcome strong')")
            holds(browser.script("return document.documentElement.scrollWidth") <= width, f"{name} in {language} is wider than {width} px")
            small = browser.script("return [...document.querySelectorAll('.editor button, .editor input, .undo')].filter((each) => each.getBoundingClientRect().height && each.getBoundingClientRect().height < 24).length")
            equal(small, 0, "targets below 24 px")
            if axe.source:
                if not browser.script("return !!window.axe"):
                    browser.script(axe.source)
                found = browser.driver.execute_async_script("const done = arguments[0]; axe.run({ resultTypes: ['violations'] }).then((all) => done(all.violations.map((one) => one.id + ': ' + one.nodes[0].html.slice(0, 200))))")
                equal(found, [], f"axe: {name} in {language}")
    browser.resize(1280, 900)
    site.run("undo", site.database)


def a_page_that_only_reads_offers_nothing(site, browser):
    site.run("correct", site.database, "1", "Bf3+", "Bf3", "--by", "Nia")
    reading = Site(site.cofnod, site.root, database=site.database)
    browser.site = reading
    try:
        browser.open("/games/1/source")
        browser.wait("document.querySelector('.corrections li')")
        holds(not browser.script("return document.querySelector('.edit-correct, .undo, #made-by')"), "nothing to write with")
        browser.press("e")
        holds(not browser.script("return document.querySelector('.edit')"), "no form")
    finally:
        browser.site = site
        reading.end()
        site.run("undo", site.database)


def the_desk_has_its_style(site, browser):
    open_desk(browser, "en")
    browser.press("e")
    browser.wait("getComputedStyle(document.querySelector('.edit')).display === 'grid'")
    browser.press(Keys.ESCAPE)


def nothing_complains(site, browser):
    equal([each for each in browser.complaints() if "400 (Bad" not in each and "409 (Conf" not in each], [], "console")


if __name__ == "__main__":
    try:
        axe.source = axe.axe()
    except SystemExit:  # npm cannot get it: the rest is tested
        axe.source = None
    main([fault_correction_undo_without_a_mouse, game_fault_and_correction_are_three_clicks_away, cancel_brings_back_what_stood_there, moves_too_are_corrected_where_they_stand, the_desk_has_its_style, details_are_set_and_removed, a_game_is_marked_as_checked_by_a_person, a_game_is_deleted_and_brought_back, all_corrections_are_listed_a_page_at_a_time, records_of_one_game_are_linked_and_parted, nothing_complains, what_others_changed_meanwhile_is_not_overwritten, forms_are_accessible, a_page_that_only_reads_offers_nothing, nothing_complains],
         site_of=lambda cofnod, root: WritingSite(cofnod, root, column))
