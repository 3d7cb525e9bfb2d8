"""Patterns: faults where they stand, progress, games as they are found, Stop."""

import json
import os
import re
import time

from harness import equal, holds, languages, main

slow = "x=0 while (x<5000) {x=x+1} x==1"


def found(browser):
    browser.wait("document.querySelector('.progress').hidden && /\\d|No games/.test(document.querySelector('.count').textContent)")
    return browser.script("return [...document.querySelectorAll('.game-row a.players')].map((link) => Number(link.pathname.split('/')[2]))")


def search(browser, text):
    browser.script("document.getElementById('cql').value = arguments[0]; document.querySelector('.patterns form button.primary').click()", text)
    browser.wait(f"new URLSearchParams(location.search).get('cql') === {json.dumps(text)}")


def games_equal_search(site, browser):
    browser.open("/patterns")
    for text in ("mate", "move promote Q", "pin from B through n to k", "Ne5 and\nnot pd6"):
        search(browser, text)
        equal(found(browser), [game["id"] for game in json.loads(site.run("search", site.database, "--json", "--cql", text))["games"]], text)
    browser.open("/patterns?cql=mate&player=Morphy")
    equal(found(browser), [game["id"] for game in json.loads(site.run("search", site.database, "--json", "--cql", "mate", "--player", "Morphy"))["games"]], "within a filter")
    browser.open("/patterns?game=camelot&cql=charge")
    equal(found(browser), [game["id"] for game in json.loads(site.run("search", site.database, "--json", "--game", "camelot", "--cql", "charge"))["games"]], "of Camelot")


def examples_find_what_they_name(site, browser):
    """No example is refused."""
    for game in ("chess", "camelot"):
        browser.open(f"/patterns?game={game}")
        for i in range(browser.script("return document.querySelectorAll('.sample').length")):
            browser.script("document.querySelectorAll('.sample')[arguments[0]].click()", i)
            found(browser)
            equal(browser.script("return document.querySelector('.problem-box')?.textContent ?? ''"), "", f"example {i} of {game}")


def caret_stands_at_the_column(site, browser):
    cases = (("mate and chek", "chek"), ("mate\nand (Ne5\n or Nj9)", "Nj9"), ("نص", "نص"), ('player "بول" chek', "chek"), ('readfile "x"', "readfile"))
    for language in languages:
        browser.open("/patterns", language)
        for text, wrong in cases:
            search(browser, text)
            browser.wait("document.querySelector('#cql-fault .problem-box')")
            selected = browser.script("const i = document.getElementById('cql'); return [i.selectionStart, i === document.activeElement, i.getAttribute('aria-invalid')]")
            equal(selected, [text.index(wrong), True, "true"], f"place of the fault in {text!r}, {language}")
            holds(browser.script("return document.querySelectorAll('.game-row').length") == 0, "no games of another question")
            if language != "en":
                browser.wait("!document.querySelector('#cql-fault [lang=en]')")
                holds(re.search("[\u0600-\u06ff]" if language == "ar" else "\\b(yn|mae|nid)\\b", browser.script("return document.querySelector('#cql-fault').textContent")), f"{text!r} in {language}")
        search(browser, "mate")
        found(browser)
        equal(browser.script("return document.querySelector('#cql-fault').textContent + document.getElementById('cql').ariaInvalid"), "null", "and is gone with the fault")


def many_games(site):
    """A search is told of by the thousand games."""
    path = os.path.join(site.folder, "many.pgn")
    with open(path, "w", encoding="ascii") as file:
        for i in range(4000):
            file.write(f'[White "A {i}"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 a6 1-0\n\n')
    site.run("import", "--quiet", site.database, path)


def begin_slow(browser):
    """Begins a search that goes on for minutes; returns when its progress is shown."""
    browser.open("/patterns")
    search(browser, slow)
    browser.wait("!document.querySelector('.progress').hidden && document.querySelector('progress').value > 0", 60)


def server_rests(site):
    """Waits until the server does nothing for a third of a second."""
    def ticks():
        with open(f"/proc/{site.process.pid}/stat", encoding="ascii") as file:
            return int(file.read().split()[13])

    before, end = ticks(), time.monotonic() + 20
    while True:
        time.sleep(0.3)
        now = ticks()
        if now - before <= 1:
            return
        holds(time.monotonic() < end, "the server has stopped too")
        before = now


def stop_stops(site, browser):
    many_games(site)
    begin_slow(browser)
    holds(browser.script("return document.querySelector('progress').max") > 4000, "of all games")
    browser.script("document.querySelector('.stop').click()")
    browser.wait("document.querySelector('.progress').hidden")
    equal(browser.script("return document.querySelector('.run .game-list > p.muted').textContent"), "Stopped. These were found until then.", "sentence")
    server_rests(site)


def leaving_the_page_stops_too(site, browser):
    begin_slow(browser)
    browser.script("document.querySelector('#top a[href=\"/database\"]').click()")
    browser.wait("location.pathname === '/database' && document.querySelector('.tile')")
    server_rests(site)


if __name__ == "__main__":
    main([games_equal_search, examples_find_what_they_name, caret_stands_at_the_column, stop_stops, leaving_the_page_stops_too])
