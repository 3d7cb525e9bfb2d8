"""No page complains, asks for anything elsewhere, loses the focus, or is wider than a phone."""

from harness import Browser, equal, holds, languages, main

pages = ["/", "/?player=Morphy&state=complete", "/?fen=nonsense", "/games/44#20", "/games/9#4", "/games/28", "/games/69", "/games/68/source", "/games/28/source", "/openings",
         "/openings?after=e2e4+e7e5", "/openings?game=camelot", "/search?pieces=Ne5", "/search?game=camelot&pieces=NC6", "/search?pieces=Ne5&exclude=pd6", "/patterns", "/patterns?cql=mate", "/problems", "/players", "/players?name=Alekhine",
         "/compare/38+51", "/database", "/nowhere-of-the-page"]


def is_ours(address, site):
    return address.startswith((site.address, "about:", "data:"))


def no_console_error_and_no_request_leaves(site, browser):
    """And nothing is wider than a phone."""
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
            browser.resize(320, 640)
            holds(browser.script("return document.documentElement.scrollWidth") <= 320, f"{path} in {language} is wider than 320 px")
            browser.resize(1280, 900)
    allowed = ("400 (Bad Request)", "favicon")
    equal([each for each in browser.complaints() if not any(word in each for word in allowed)], [], "console")
    equal([each for each in browser.addresses() if not is_ours(each, site)], [], "requests to other sites")


def the_page_of_a_game_weighs_at_most_110_kilobytes(site, browser):
    browser.open("/games/44")
    weight = browser.script("""return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
        .filter((each) => !each.name.includes('/api/')).reduce((sum, each) => sum + each.decodedBodySize, 0)""")
    holds(40_000 < weight <= 110_000, f"page, scripts, pictures and words have {weight} bytes")


def targets_are_large_enough(site, browser):
    for path in ("/games/44", "/search", "/openings?after=e2e4"):
        browser.open(path)
        small = browser.script("""return [...document.querySelectorAll('main button, main select, main summary, .moves .move, main tbody a')].filter((each) => {
            const box = each.getBoundingClientRect();
            return box.width && (box.height < 23.5 || box.width < 23.5);
        }).map((each) => each.textContent || each.className)""")
        equal(small, [], f"targets below 24 px on {path}")


def help_opens_and_closes(site, browser):
    browser.open("/games/44")
    browser.press("?")
    holds(browser.script("return document.querySelector('dialog').open"), "? opens the help")
    browser.press("\ue00c")
    browser.wait("!document.querySelector('dialog')")


if __name__ == "__main__":
    Browser.keeps_addresses = True
    main([no_console_error_and_no_request_leaves, the_page_of_a_game_weighs_at_most_110_kilobytes, targets_are_large_enough,
          help_opens_and_closes])
