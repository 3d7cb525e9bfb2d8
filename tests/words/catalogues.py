#!/usr/bin/env python3
"""catalogues.py TABLES: po/*.po have every message of the program and no other, translated, with the same placeholders.

TABLES: the template of the messages in the tables of the command line, which the build writes.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from po import messages

root = Path(__file__).parents[2]
PLACEHOLDER = re.compile(r"\{(?!\{)([^{}]*)\}")
LAYOUT = re.compile(r"0?\.?\d+[a-z]?")
OPENING, CLOSING = "\u2068", "\u2069"
EXACT_FORMS = {"cy": 5, "ar": 3}  # of six: those of one number alone, which may be a word (zero, one, two; three, six)


def placeholders(text):
    """Returns the arguments that a text takes, numbered where it does not number them, with their formats; names of
    classes and separators of lists are the translator's."""
    found = Counter()
    for number, name in enumerate(PLACEHOLDER.findall(text.replace("{{", "").replace("}}", ""))):
        argument, _, layout = name.partition(":")
        found[argument or str(number), layout if LAYOUT.fullmatch(layout) else ""] += 1
    return found


def braces(text):
    """Returns how many braces stand for themselves: those that are doubled, and those that belong to nothing."""
    rest = PLACEHOLDER.sub("", text.replace("{{", "").replace("}}", ""))
    return text.count("{{"), text.count("}}"), rest.count("{"), rest.count("}")


def faults(language, message):
    if not all(message.forms):
        yield "not translated"
        return
    if message.is_fuzzy:
        yield "fuzzy"
    if message.plural and len(message.forms) != 6:
        yield "not six forms"
    exact = EXACT_FORMS[language] if message.plural else 0
    wanted = placeholders(message.plural or message.text)
    for number, form in enumerate(message.forms):
        own = placeholders(form)
        if own != wanted and (number >= exact or own):
            yield f"{sorted(wanted)} became {sorted(own)}: {form}"
        if braces(form) != braces(message.plural or message.text):
            yield f"other braces: {form}"
        if form.count(OPENING) != form.count(CLOSING):
            yield f"an isolate is not closed: {form}"
        if language == "ar" and re.search(r"[\u0600-\u06ff]", form):
            for found in PLACEHOLDER.finditer(form.replace("{{", "__").replace("}}", "__")):
                before = form[: found.start()]
                if before.count(OPENING) <= before.count(CLOSING):
                    yield f"{found[0]} stands in no isolate: {form}"


def main(tables):
    with tempfile.TemporaryDirectory() as folder:
        template = Path(folder) / "cofnod.pot"
        subprocess.run([root / "po/template", tables, template], check=True, stderr=subprocess.DEVNULL)
        wanted = messages(template).keys()
    bad = 0
    for language in "cy", "ar":
        own = messages(root / f"po/{language}.po")
        reports = [(key, "missing: ./dev words") for key in wanted - own.keys()]
        reports += [(key, "not used: ./dev words") for key in own.keys() - wanted]
        reports += [(key, fault) for key, message in own.items() if key[0] for fault in faults(language, message)]
        for (text, _), fault in reports:
            print(f"po/{language}.po: {text!r}: {fault}")
        bad += len(reports)
    for command in re.findall(r"^COMMAND\((\w+)\)", (root / "src/cli/commands.def").read_text(), re.M):
        for language in "cy", "ar":
            spoken = f"cofnod {command} (?![^\n]*(-h|--help)\\b)[^\n]*--lang {language}"
            if not any(re.search(spoken, path.read_text()) for path in (root / "tests/words" / language).glob("*.console")):
                print(f"tests/words/{language}: no transcript of {command}, or only of its help")
                bad += 1
    print(f"{len(wanted) - 1} messages")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
