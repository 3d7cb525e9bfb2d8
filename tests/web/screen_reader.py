"""What those hear who listen to the page: texts of the accessibility tree and of the live region, as they should be."""

from harness import equal, holds, languages, main

end = "\ue010"

positions = {  # the study by Reti, game 47
    "en": "White. King: h8. Pawn: c6. Black. King: a6. Pawn: h5. White to move.",
    "cy": "Gwyn. Brenin: h8. Gwerinwr: c6. Du. Brenin: a6. Gwerinwr: h5. Gwyn i symud.",
    "ar": "الأبيض. الملك: 8أ. البيدق: 6و. الأسود. الملك: 6ح. البيدق: 5أ. الدور للأبيض.",
}

moves = {
    "en": ["White, move 1: pawn to e4", "Black, move 8: knight takes e4", "White, move 8: castles queenside", "White, move 11: bishop to d8, mate"],
    "cy": ["Gwyn, symudiad 1: gwerinwr i e4", "Du, symudiad 8: marchog yn cipio e4", "Gwyn, symudiad 8: castellu ar ochr y frenhines", "Gwyn, symudiad 11: esgob i d8, siachmat"],
    "ar": ["الأبيض، النقلة 1: البيدق إلى 4د", "الأسود، النقلة 8: الحصان يأخذ 4د", "الأبيض، النقلة 8: تبييت طويل", "الأبيض، النقلة 11: الفيل إلى 8هـ، كش مات"],
}

camelot = {"en": ["White, move 1: Man by E6 E8", "White, move 4: Man by E8 C10 C12, takes 2 pieces", "Black, move 4: Knight by D10 C11"], "cy": ["Gwyn, symudiad 1: Dyn ar hyd E6 E8", "Gwyn, symudiad 4: Dyn ar hyd E8 C10 C12, yn cipio 2 ddarn", "Du, symudiad 4: Marchog ar hyd D10 C11"],
           "ar": ["الأبيض، النقلة 1: الرجل عبر E6 E8", "الأبيض، النقلة 4: الرجل عبر E8 C10 C12، يأخذ قطعتين", "الأسود، النقلة 4: الفارس عبر D10 C11"]}


position_of_camelot = {"en": "White. Men: E5, D4. Black. Men: F8, E7. Black to move.", "cy": "Gwyn. Dynion: E5, D4. Du. Dynion: F8, E7. Du i symud.",
                       "ar": "الأبيض. الرجلان: E5، D4. الأسود. الرجلان: F8، E7. الدور للأسود."}


def live(browser):
    return browser.script("return document.getElementById('live').textContent.trim()")


def position_in_three_languages(site, browser):
    for language in languages:
        browser.open(f"/games/47?notation={'ar' if language == 'ar' else 'en'}", language)
        browser.press("d")
        equal(live(browser), positions[language], language)


def position_of_camelot_in_three_languages(site, browser):
    game = site.get("games?source=endings.pgn")["games"][1]["id"]
    for language in languages:
        browser.open(f"/games/{game}", language)
        browser.press("d")
        equal(live(browser), position_of_camelot[language], language)


def moves_in_words(site, browser):
    for language in languages:
        browser.open(f"/games/28?notation={'ar' if language == 'ar' else 'en'}", language)
        said = []
        for _ in range(21):
            browser.press("j")
            said.append(live(browser))
        equal([said[0], said[15], said[14], said[20]], moves[language], language)
        holds(len(set(said)) == 21, "every move is said")


def moves_of_camelot_in_words(site, browser):
    for language in languages:
        browser.open("/games/9", language)
        said = []
        for _ in range(8):
            browser.press("j")
            said.append(live(browser))
        equal([said[0], said[6], said[7]], camelot[language], language)


def names_of_squares_in_the_tree(site, browser):
    """The names that the browser gives to a screen reader."""
    expected = {"en": ("Board", "e1, white king"), "cy": ("Bwrdd", "e1, brenin gwyn"), "ar": ("الرقعة", "1د، ملك أبيض")}
    for language in languages:
        browser.open(f"/games/44?notation={'ar' if language == 'ar' else 'en'}", language)
        nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        names = {role: [node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == role and "name" in node] for role in ("grid", "gridcell", "heading", "button")}
        equal(names["grid"], [expected[language][0]], f"board in {language}")
        equal(len(names["gridcell"]), 64, "squares")
        holds(expected[language][1] in names["gridcell"], f"{expected[language][1]} among {names['gridcell'][-8:]}")
        holds(all(names["button"]), "every button has a name")


if __name__ == "__main__":
    main([position_in_three_languages, position_of_camelot_in_three_languages, moves_in_words, moves_of_camelot_in_words, names_of_squares_in_the_tree])
