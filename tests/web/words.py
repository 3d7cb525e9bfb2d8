"""The words of the page: the same in all languages, with all plural forms, and nothing that would be markup."""

import glob
import json
import os
import re

from harness import equal, holds, languages, main

forms = {"en": {"one", "other"}, "cy": {"zero", "one", "two", "few", "many", "other"}, "ar": {"zero", "one", "two", "few", "many", "other"}}


def page(site, *names):
    return os.path.join(site.root, "src", "web", "page", *names)


def problem_table(site):
    with open(os.path.join(site.root, "src", "base", "problems.def"), encoding="utf-8") as file:
        return re.sub(r"(?m)^\s*//.*$|^#.*$", "", file.read())


def words(site, language):
    """The words of all pages and those of the parts that have their own."""
    found = {}
    for path in sorted(glob.glob(page(site, "lang", f"*{language}.json"))):
        with open(path, encoding="utf-8") as file:
            found.update(json.load(file))
    return found


def scripts(site):
    for path in sorted(glob.glob(page(site, "*.js"))):
        with open(path, encoding="utf-8") as file:
            yield os.path.basename(path), file.read()


def same_keys_in_all_languages(site, _):
    for language in languages:
        equal(sorted(words(site, language)), sorted(words(site, "en")), f"keys of {language}")


def plurals_have_all_forms(site, _):
    for language in languages:
        for key, word in words(site, language).items():
            equal(isinstance(word, dict), isinstance(words(site, "en")[key], dict), f"{language} {key} is a plural")
            if isinstance(word, dict):
                holds(forms[language] <= set(word), f"{language} {key} lacks {forms[language] - set(word)}")


def places_are_the_same(site, _):
    def places(word):
        texts = word.values() if isinstance(word, dict) else [word]
        return set().union(*(re.findall(r"\{(\w+)\}", text) for text in texts))

    for language in languages:
        for key, word in words(site, language).items():
            equal(places(word), places(words(site, "en")[key]), f"{language} {key}")


def welsh_and_arabic_are_translated(site, _):
    english = words(site, "en")
    arabic = [key for key, word in words(site, "ar").items() if not re.search(r"[\u0600-\u06ff]", json.dumps(word, ensure_ascii=False))]
    allowed = {"board.square", "game.title", "say.group", "say.and", "notation.names", "list.comma"}
    equal(set(arabic) - allowed, set(), "words of ar that have no Arabic letter")
    same = {key for key, word in words(site, "cy").items() if word == english[key]}
    equal({key for key in same - allowed if key not in ("game.camelot", "notation.camelot")}, set(), "words of cy that are English")


def every_word_is_there_and_used(site, _):
    text = "".join(script for _, script in scripts(site))
    known = words(site, "en")
    for key in re.findall(r'\bt?n?\("([a-z]+\.[a-z_.]+)"', text):
        holds(key in known or f"{key}." in text or key.startswith("sentence."), f"the page has no word for {key}")
    prefixes = set(re.findall(r"`([a-z]+(?:\.[a-z]+)?)\.\$\{", text)) | set(re.findall(r'tryText\("(\w+)"', text))
    unused = [key for key in known if f'"{key}"' not in text and not any(key.startswith(prefix + ".") for prefix in prefixes)]
    equal(unused, [], "words that no script names")


def problems_and_what_to_do_have_words(site, _):
    """What is wrong with a game, and what to do, is said in the language of the page."""
    table = problem_table(site)
    for language in languages:
        known = words(site, language)
        for kind, key in re.findall(r"\b(GROUP|REMEDY)\((\w+)", table):
            if key != "none":
                holds(f"{'problem' if kind == 'GROUP' else 'remedy'}.{key}" in known, f"{language} has no words for {key}")
        equal([key for key, word in known.items() if key.startswith(("fix.", "remedy.")) and ("--" in word or "/api/" in word)], [], "advice that names an option")


def every_kind_of_problem_has_a_sentence(site, _):
    """In Welsh and Arabic; with the arguments of the English one, which the server makes."""
    english = {name: text for name, text in re.findall(r'\b(?:PROBLEM|FRAME)\((\w+),\s*"((?:[^"\\]|\\.)*)"', problem_table(site)) if name != "none"}
    holds(len(english) > 130, "kinds")
    for language in ("cy", "ar"):
        served = json.loads(site.read(f"/assets/lang/problems.{language}.json"))
        own = {key.removeprefix("sentence."): text for key, text in served.items() if not key.startswith("a.")}
        equal(sorted(own), sorted(english), f"sentences in {language}")
        for name, text in own.items():
            places = [sorted(re.findall(r"\{(\w*)[:}]", each)) for each in (text, english[name])]
            equal(places[0], places[1], f"arguments of {name} in {language}")
            for place, kind in re.findall(r"\{(\w+):(piece|language)\}", english[name]):
                holds(f"{{{place}:{kind}}}" in text, f"{name} in {language} translates its {kind}")
            holds(text != english[name] and not text.endswith(".") and "<" not in text, f"{name} in {language}: {text}")


def refusals_are_said_in_the_language_asked_for(site, _):
    """Faults of patterns and of other parameters, and what to do; without Accept-Language in English."""
    letters = {"": "[a-z]{3} [a-z]", "en-GB,cy;q=0.5": "[a-z]{3} [a-z]", "cy-GB,en;q=0.5": r"\b(yn|nid|nad|mae|ni|gan|y|ai|a|dim|nodiant)\b", "fr, ar": "[\u0600-\u06ff]{3}"}
    for question in ("games?fen=nonsense", "games?after=Qh7+Qh8", "games?since=tomorrow", "games?min_elo=high", "games?written_in=xx", "games?sort=colour", "games/999999", "games/x", "patterns?cql=mate+and+chek", "nothing"):
        for asked, wanted in letters.items():
            refusal = site.refusal(f"/api/v1/{question}", {"Accept-Language": asked} if asked else {})
            holds(re.search(wanted, refusal["detail"]) and re.search(wanted, refusal["title"].lower()), f"{question} for {asked!r}: {refusal}")
            if "ar" in asked:
                equal(refusal["detail"].count("\u2068") + refusal["detail"].count("\u2067"), refusal["detail"].count("\u2069"), f"isolates of {refusal}")


def words_can_stand_in_a_page(site, _):
    """They are a part of its HTML, behind `{words}` and before a script's end."""
    for language in languages:
        equal([key for key, word in words(site, language).items() if "<" in json.dumps(word)], [], f"words of {language} that would end their element")


def no_markup_is_inserted(site, _):
    for name, script in scripts(site):
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser", ".style =", '"style"'):
            holds(word not in script, f"{name} has {word}")
        equal(re.findall(r"https?://(?!www\.w3\.org/2000/svg)\S+", script), [], f"addresses of other sites in {name}")


def files_are_short(site, _):
    for name, script in scripts(site):
        holds(script.count("\n") < 200, f"{name} has {script.count(chr(10))} lines")


if __name__ == "__main__":
    main([same_keys_in_all_languages, plurals_have_all_forms, places_are_the_same, welsh_and_arabic_are_translated, every_word_is_there_and_used, problems_and_what_to_do_have_words, every_kind_of_problem_has_a_sentence,
          refusals_are_said_in_the_language_asked_for, words_can_stand_in_a_page, no_markup_is_inserted, files_are_short], with_browser=False)
