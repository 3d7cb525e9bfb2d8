#!/usr/bin/env python3
"""walk.py [--words] [--every N] COFNOD TRANSCRIPT [NAME...]: runs the golden transcripts (those whose path has a NAME; every Nth of
those that print data) in English, Welsh and Arabic, and compares what the commands print.

- What programs read, on standard output, is the same, byte by byte, and so are exit codes.
- With --words: what people read has no English words of our own: no two words in a row that stand so in an English message, unless
  they stand so in the command, in its English data, or in a translation.
"""

import errno
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from po import messages

root = Path(__file__).parents[2]
DATA = re.compile(
    r"--(json|ndjson|nl|csv|tsv|path)\b|--format[ =](json|ndjson|csv|tsv|pgn|epd|fen|uci)"
    r"|cofnod (export|convert|schema|worker)\b(?!.*--help)"
)
WORD = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)?")
# The runner of transcripts speaks English (LC_ALL); the order of names stays that of LC_ALL.
# What is said beside data goes to standard error, which is closed for commands that print data.
WRAPPER = """#!/bin/sh
unset LC_ALL
case "cofnod $* " in
*' --json '* | *' --ndjson '* | *' --nl '* | *' --csv '* | *' --tsv '* | *' --path '* | \\
*' --format json '* | *' --format ndjson '* | *' --format csv '* | *' --format tsv '* | *' --format pgn '* | \\
*' --format epd '* | *' --format fen '* | *' --format uci '* | \\
'cofnod export '* | 'cofnod convert '* | 'cofnod schema '* | 'cofnod worker '*) exec 2>/dev/null ;;
esac
exec env LC_MESSAGES={locale} LC_COLLATE=C.UTF-8 LC_CTYPE=C.UTF-8 {program} "$@"
"""


def steps(path):
    """Yields (command, lines that it prints)."""
    command, lines, goes_on = None, [], False
    for line in path.read_text(encoding="utf-8", errors="surrogateescape").split("\n"):
        if line.startswith("$ "):
            if command is not None:
                yield command, lines
            command, lines = line[2:], []
            goes_on = line.endswith("\\")
        elif goes_on and line.startswith(">"):
            command += "\n" + line[1:]
            goes_on = line.endswith("\\")
        elif command is not None:
            lines.append(line)
            goes_on = False
    if command is not None:
        yield command, lines


def prints_data(path):
    return any(is_for_programs(command) for command, _ in steps(path))


def run(language, program, transcript, every, names, folder):
    """Runs the transcripts with their output rewritten, and returns where they are."""
    tree = folder / language
    wrapper = folder / f"bin-{language}"
    wrapper.mkdir()
    locale = {"en": "C.UTF-8", "cy": "cy_GB.UTF-8", "ar": "ar_EG.UTF-8"}[language]
    (wrapper / "cofnod").write_text(WRAPPER.format(locale=locale, program=program))
    (wrapper / "cofnod").chmod(0o755)
    shutil.copytree(root / "tests/golden", tree)
    files = sorted(path for path in tree.rglob("*.console") if path.parent.name != "transcript")
    files = [path for path in files if not names or any(name in str(path.relative_to(tree)) for name in names)]
    if every > 1:
        files = [path for path in files if prints_data(path)][::every]
    tools = Path(transcript).parent
    subprocess.run(
        [transcript, "--update", "--root", root, "--path", wrapper, "--path", Path(program).parent, "--path", tools, *files],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "COFNOD_GOLDEN_UPDATE": "1"},
    )
    return {path.relative_to(tree): path for path in files}


def pairs(text):
    words = WORD.findall(text)
    return set(zip(words, words[1:]))


def own_pairs(language):
    """Returns the pairs of words of the English messages that no translation has."""
    english, other = set(), set()
    for message in messages(root / f"po/{language}.po").values():
        english |= pairs(message.text) | pairs(message.plural)
        for form in message.forms:
            other |= pairs(form)
    for code in errno.errorcode:  # what the C library says
        other |= pairs(os.strerror(code))
    return english - other


def is_for_programs(command):
    """True if all that a command prints is data."""
    parts = [part for part in re.split(r"[;|&\n]", command) if "cofnod " in part]
    return bool(parts) and all(DATA.search(part) for part in parts)


def faults_of(name, command, before, after, own):
    shown = f"{name}: $ {command.splitlines()[0]}"
    codes = [[line for line in lines if re.fullmatch(r"\[exit \d+\]", line)] for lines in (before, after)]
    if codes[0] != codes[1] and "grep" not in command:
        yield f"{shown}\n    {codes[0]} became {codes[1]}"
    if is_for_programs(command):
        for line, other in zip(before, after):
            if line != other:
                yield f"{shown}\n    - {line}\n    + {other}"
        return
    if not own:
        return
    allowed = pairs(command)
    for line in after:
        left = (pairs(line) & own) - allowed
        if left and not is_data(line):
            yield f"{shown}\n    {line}    {sorted(' '.join(pair) for pair in left)[:3]}"


def main(*arguments):
    looks_for_words = arguments[0] == "--words"
    arguments = arguments[looks_for_words:]
    every = int(arguments[1]) if arguments[0] == "--every" else 1
    program, transcript, *names = arguments[2 * (arguments[0] == "--every") :]
    program, transcript = Path(program).resolve(), Path(transcript).resolve()
    bad = commands = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        english = run("en", program, transcript, every, names, folder)
        for language in "cy", "ar":
            own = own_pairs(language) if looks_for_words else set()
            other = run(language, program, transcript, every, names, folder)
            for name, path in english.items():
                for (command, before), (_, after) in zip(steps(path), steps(other[name])):
                    if "cofnod" not in command:
                        continue
                    commands += 1
                    for fault in faults_of(name, command, before, after, own):
                        bad += 1
                        print(f"{language} {fault}")
    print(f"{commands} commands, {bad} faults")
    return 1 if bad else 0


def is_data(line):
    """True for a line of a file, of moves or of another program."""
    return bool(re.match(r"(\s*\d+\.|\[|\s*$|ls: |cat: |grep: |diff: |cmp: )", line))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
