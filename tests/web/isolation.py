"""No page complains, asks for anything elsewhere, loses the focus, or is wider than a phone."""

from harness import equal, holds, languages, main

pages = ["/", "/?player=Morphy&state=complete", "/?fen=nonsense", "/games/44#20", "/games/9#4", "/games/28", "/games/69", "/games/68/source", "/games/28/source", "/openings",
         "/openings?after=e2e4+e7e5", "/openings?game=camelot", "/search?pieces=Ne5", "/search?game=camelot&pieces=NC6", "/search?pieces=Ne5&exclude=pd6", "/patterns", "/patterns?cql=mate", "/problems", "/players", "/players?name=Alekhine",
         "/compare/38+51", "/database", "/nowhere-of-the-page"]


def is_ours(address, site):
    return address.startswith((site.address, "about:", "data:"))


def no_console_error_and_no_request_leaves(site, browser):
    browser.complaints()
    browser.addresses()
    for language in languages:
        for path in pages[:-1]:
            browser.open(path, language)
            browser.wait("!document.querySelector('[aria-busy]')")
            shown = browser.script("return document.querySelector('main').innerText")
            missing = browser.script("return [...document.querySelectorAll('main *')].filter((each) => !each.children.length && /^[a-z]+\\.[a-z_.]+$/.test(each.textContent)).map((each) => each.textContent)")
            equal([each for each in missing if not each.endswith((".pgn", ".txt", ".db"))], [], f"keys instead of words on {path} in {language}")
            holds(len(shown) > 40, f"{path} shows something")
            if "nonsense" not in path:
                equal(browser.script("return document.querySelectorAll('.problem-box').length"), 0, f"errors on {path}")
    allowed = ("400 (Bad Request)", "favicon")
    equal([each for each in browser.complaints() if not any(word in each for word in allowed)], [], "console")
    equal([each for each in browser.addresses() if not is_ours(each, site)], [], "requests to other sites")


def the_page_of_a_game_weighs_at_most_110_kilobytes(site, browser):
    browser.open("/games/44")
    weight = browser.script("""return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
        .filter((each) => !each.name.includes('/api/')).reduce((sum, each) => sum + each.decodedBodySize, 0)""")
    holds(40_000 < weight <= 110_000, f"page, scripts, pictures and words have {weight} bytes")


def nothing_is_wider_than_a_phone(site, browser):
    for scheme, language in (("light", "en"), ("dark", "cy"), ("light", "ar")):
        browser.resize(320, 640, scheme)
        for path in pages[:-1]:
            browser.open(path, language)
            browser.wait("!document.querySelector('[aria-busy]')")
            width = browser.script("return document.documentElement.scrollWidth")
            holds(width <= 320, f"{path} in {language} is {width} px wide")
    browser.resize(1280, 900)


def targets_are_large_enough(site, browser):
    for path in ("/games/44", "/search", "/openings?after=e2e4"):
        browser.open(path)
        small = browser.script("""return [...document.querySelectorAll('main button, main select, main summary, .moves .move, main tbody a')].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width && (box.height < 23.5 || box.width < 23.5);
        }).map((each) => each.textContent || each.className)""")
        equal(small, [], f"targets below 24 px on {path}")


def from_the_list_to_a_square_and_back(site, browser):
    tab, enter, right = "\ue004", "\ue007", "\ue014"
    for language in languages:
        browser.open("/", language)
        for _ in range(40):
            browser.press(tab)
            if browser.script("return !!document.activeElement.closest('.game-row')"):
                break
        holds(browser.script("return !!document.activeElement.closest('.game-row')"), "Tab reaches the list")
        browser.press(enter)
        browser.wait("location.pathname.startsWith('/games/') && document.querySelector('.board [role=gridcell]')")
        equal(browser.script("return document.activeElement.tagName"), "H1", "focus is on the heading")
        for _ in range(20):
            browser.press(tab)
            if browser.script("return document.activeElement.role === 'gridcell'"):
                break
        equal(browser.script("return document.activeElement.getAttribute('role')"), "gridcell", "Tab reaches the board")
        equal(browser.script("return document.querySelectorAll('.board [tabindex=\"0\"]').length"), 1, "one square for Tab")
        before = browser.script("return document.activeElement.dataset.square")
        browser.press(right)
        holds(browser.script("return document.activeElement.dataset.square") != before, "arrows walk on the board")
        browser.driver.back()
        browser.wait("location.pathname === '/' && document.querySelector('.game-row')")
        holds(browser.script("return document.activeElement !== document.body"), "focus is not lost on the way back")


def help_opens_and_closes(site, browser):
    browser.open("/games/44")
    browser.press("?")
    holds(browser.script("return document.querySelector('dialog').open"), "? opens the help")
    browser.press("\ue00c")
    browser.wait("!document.querySelector('dialog')")


if __name__ == "__main__":
    main([no_console_error_and_no_request_leaves, the_page_of_a_game_weighs_at_most_110_kilobytes, nothing_is_wider_than_a_phone, targets_are_large_enough,
          from_the_list_to_a_square_and_back, help_opens_and_closes])
