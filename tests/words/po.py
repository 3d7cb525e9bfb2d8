"""Reads message catalogues of GNU gettext."""

import re
from dataclasses import dataclass, field


@dataclass
class Message:
    text: str = ""
    plural: str = ""
    forms: list = field(default_factory=list)
    is_fuzzy: bool = False


def unescaped(text):
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), text)


def messages(path):
    """Returns the messages of a .po file by (text, plural); obsolete ones have the text "#~" in front."""
    found, now, parts = {}, Message(), None
    for line in [*open(path, encoding="utf-8"), "\n"]:
        line = line.rstrip("\n")
        if not line.strip():
            if parts is not None:
                found[now.text, now.plural] = now
            now, parts = Message(), None
        elif line.startswith("#"):
            now.is_fuzzy |= line.startswith("#,") and "fuzzy" in line
            if line.startswith("#~ msgid"):
                found["#~", line] = Message("#~", line)
        elif keyword := re.match(r'(msgid_plural|msgid|msgstr(?:\[\d\])?) "(.*)"$', line):
            parts = keyword[1]
            add(now, parts, unescaped(keyword[2]), True)
        else:
            add(now, parts, unescaped(line[1:-1]), False)
    return found


def add(message, part, text, is_first):
    if part == "msgid":
        message.text += text
    elif part == "msgid_plural":
        message.plural += text
    elif is_first:
        message.forms.append(text)
    else:
        message.forms[-1] += text
