"""Everything without a mouse, in three languages: the focus is never lost and never hidden."""

from harness import equal, holds, languages, main

tab, enter, right, down, escape, space, delete = "\ue004", "\ue007", "\ue014", "\ue015", "\ue00c", " ", "\ue017"

visible = """
const at = document.activeElement, box = at.getBoundingClientRect();
if (at === document.body) return 'lost';
if (at.matches('h1, main')) return '';  // where a page begins for those who listen
const x = Math.min(Math.max(box.x + box.width / 2, 0), innerWidth - 1), y = Math.min(Math.max(box.y + box.height / 2, 0), innerHeight - 1);
const top = document.elementFromPoint(x, y);
const owner = at.closest('label, .palette') ?? at;
if (!box.width || !box.height) return 'has no size';
return top && (owner.contains(top) || top.contains(at)) ? '' : `is behind ${top?.outerHTML.slice(0, 60)}`;
"""


def tab_to(browser, condition, most=60):
    """Presses Tab until the condition on the focused element `at` holds; every stop on the way is to be seen."""
    for _ in range(most):
        browser.press(tab)
        wrong, at, is_there = browser.script(f"const at = document.activeElement; return [(() => {{ {visible} }})(), at.outerHTML.slice(0, 100), !!({condition})]")
        holds(not wrong, f"focus on {at} {wrong}")
        if is_there:
            return
    raise AssertionError(f"Tab never reaches {condition}")


def from_the_list_to_a_square_and_back(site, browser):
    for language in languages:
        browser.open("/", language)
        tab_to(browser, "at.closest('.game-row')")
        address = browser.script("return document.activeElement.pathname")
        browser.press(enter)
        browser.wait(f"location.pathname === '{address}' && document.querySelector('.board [role=gridcell]')")
        equal(browser.script("return document.activeElement.tagName"), "H1", "focus is on the heading")
        tab_to(browser, "at.role === 'gridcell'")
        equal(browser.script("return document.querySelectorAll('.board [tabindex=\"0\"]').length"), 1, "the board is one stop for Tab")
        before = browser.script("return document.activeElement.dataset.square")
        browser.press(right)
        holds(browser.script("return document.activeElement.dataset.square") != before, "arrows walk on the board")
        browser.driver.back()
        browser.wait("location.pathname === '/' && document.querySelector('.game-row')")
        equal(browser.script(visible), "", "focus on the way back")


def desk_without_a_mouse(site, browser):
    """From the queue of problems to the mark in the text, and to the next one."""
    for language in languages:
        browser.open("/problems?all=1", language)
        tab_to(browser, "at.closest('li') && at.pathname?.endsWith('/source')")
        browser.press(enter)
        browser.wait("location.pathname.endsWith('/source') && document.querySelector('.source-text mark')")
        browser.press("n")
        browser.wait("document.querySelector('.source-text mark[aria-current]')")
        tab_to(browser, "at.closest('.source-text')")
        tab_to(browser, "at.matches('.source-text mark')", 200)
        browser.press(enter)
        browser.wait("document.querySelector('.about p')?.textContent.length > 3")


def search_without_a_mouse(site, browser):
    for language in languages:
        browser.open("/search", language)
        tab_to(browser, "at.role === 'gridcell'")
        browser.press(*[down] * 3, *[right] * 4)
        browser.press("N")
        browser.wait("document.getElementById('pieces').value.startsWith('N')")
        square = browser.script("return document.activeElement.dataset.square")
        browser.press(right)
        browser.press("p")
        browser.wait("document.getElementById('pieces').value.split(' ').length === 2")
        browser.press(delete)
        browser.wait(f"document.getElementById('pieces').value === 'N{square}'")
        all_of_them = site.get(f"games?pieces=N{square}&limit=20")["games"]
        browser.wait(f"document.querySelectorAll('.search .game-row').length === {len(all_of_them)}")
        tab_to(browser, "at.closest('.search .game-row')")
        browser.press(enter)
        browser.wait("location.pathname.startsWith('/games/') && location.hash && document.querySelector('.board [role=gridcell]')")
        equal(browser.script(f"return document.querySelector('[data-square={square}]').dataset.piece"), "N", "the game is opened where the knight stands there")


def pattern_without_a_mouse(site, browser):
    browser.open("/patterns", "cy")
    browser.press("/")
    equal(browser.script("return document.activeElement.id"), "cql", "/ leads to the text")
    browser.press(*"mate")
    tab_to(browser, "at.matches('button.primary')")
    browser.press(enter)
    browser.wait("document.querySelectorAll('.game-row').length > 5 && document.querySelector('.progress').hidden")
    tab_to(browser, "at.closest('.game-row')")


def skipping_to_the_content_leaves_the_page_as_it_is(site, browser):
    """On every kind of page; the board search once called itself without end."""
    for path in ("/search?pieces=Ne5", "/games/44#20", "/openings?after=e2e4", "/"):
        browser.open(path, "cy")
        before = browser.script("window.kept = document.querySelector('main h1'); return location.pathname + location.search")
        browser.press(tab, enter)
        browser.wait("location.hash === '#main'")
        browser.press(tab)
        holds(browser.script("return document.activeElement.closest('main') && document.querySelector('main h1') === window.kept"), f"{path}: the content has the focus, as it was")
        equal(browser.script("return location.pathname + location.search"), before, "address")
    browser.script("document.querySelector('#top a[href=\"/openings\"]').click()")
    browser.wait("document.querySelector('main .openings')")
    browser.driver.back()
    browser.wait("document.querySelector('main .game-row')")
    equal([each for each in browser.complaints() if "favicon" not in each], [], "console")


def help_opens_and_gives_the_focus_back(site, browser):
    for language in languages:
        browser.open("/games/44", language)
        tab_to(browser, "at.id === 'help'")
        browser.press(space)
        browser.wait("document.querySelector('dialog')?.open")
        browser.press(escape)
        browser.wait("!document.querySelector('dialog')")
        equal(browser.script("return document.activeElement.id"), "help", "focus is where it was")


if __name__ == "__main__":
    main([from_the_list_to_a_square_and_back, desk_without_a_mouse, search_without_a_mouse, pattern_without_a_mouse, skipping_to_the_content_leaves_the_page_as_it_is, help_opens_and_gives_the_focus_back])
