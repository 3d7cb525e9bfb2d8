#!/usr/bin/env python3
"""walk.py data|words [--every N] COFNOD TRANSCRIPT [NAME...]: runs golden transcripts in Welsh and Arabic, and looks at what the
commands print: every Nth transcript, with COFNOD_LONG all; or those whose path has a NAME.

- data: what programs read, on standard output, is the same as in English, byte by byte, and so are exit codes.
- words: what people read has no English words of our own: no two words in a row that stand so in an English message, unless
  they stand so in a command of the transcript, in the sample data, or in a translation.
"""

import argparse
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
    r"|cofnod help (camelot|cql|formats|notation|server|sql|\$topic)\b"  # the manual is in English
    r"|cofnod (export|convert|schema|worker)\b(?!.*--help)(?!.*(--format (html|latex)|\.(html|tex)\b))"  # pages to print are for people
)
# Options, what users wrote and the names of values, markup, and what SQLite and the shell say.
FOREIGN = re.compile(r"--[\w-]+|\(no such \w+: [^)]*\)|complete, incomplete, rejected|database, notation, language, color, bidi, pager"
                     r"|'[^']*'|<[^>]*>|: not found")
WORD = re.compile(r"[A-Za-z]+(?:'[A-Za-z]+)?")
# The runner of transcripts speaks English (LC_ALL); the order of names stays that of LC_ALL.
# What is said beside data goes to standard error, which is closed for commands that print data; not where somebody waits for
# their progress.
WRAPPER = """#!/bin/sh
unset LC_ALL
case "cofnod $* " in
*' --progress json '*) ;;
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
            goes_on = line.endswith("\\") or "<<" in line
        elif goes_on and line.startswith(">"):
            command += "\n" + line[1:]
            goes_on = line.endswith("\\") or "<<" in command
        elif command is not None:
            lines.append(line)
            goes_on = False
    if command is not None:
        yield command, lines


def prints_data(path):
    return any(is_for_programs(command) for command, _ in steps(path))


def chosen(kind, every, names):
    """Returns the paths of the transcripts to run, below tests/golden."""
    golden = root / "tests/golden"
    apart = {"transcript", "sqlite"} if kind == "words" else {"transcript"}  # rows of SQL are data, in English
    files = sorted(path for path in golden.rglob("*.console") if path.parent.name not in apart)
    if names:
        files = [path for path in files if any(name in str(path.relative_to(golden)) for name in names)]
    elif "COFNOD_LONG" not in os.environ:
        files = [path for path in files if kind == "words" or prints_data(path)][::every]
    return [path.relative_to(golden) for path in files]


def run(language, program, transcript, names, folder):
    """Runs the transcripts with their output rewritten, and returns the folder where they are."""
    tree = folder / language
    wrapper = folder / f"bin-{language}"
    wrapper.mkdir()
    locale = {"en": "C.UTF-8", "cy": "cy_GB.UTF-8", "ar": "ar_EG.UTF-8"}[language]
    (wrapper / "cofnod").write_text(WRAPPER.format(locale=locale, program=program))
    (wrapper / "cofnod").chmod(0o755)
    shutil.copytree(root / "tests/golden", tree)
    tools = Path(transcript).parent
    subprocess.run(
        [transcript, "--update", "--root", root, "--path", wrapper, "--path", Path(program).parent, "--path", tools, *(tree / name for name in names)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "COFNOD_GOLDEN_UPDATE": "1"},
    )
    return tree


def pairs(text):
    words = WORD.findall(text)
    return {pair for pair in zip(words, words[1:]) if not any(word.isupper() and len(word) == 1 for word in pair)}


def pairs_of_samples():
    """Returns the pairs of words of the games and texts that transcripts read."""
    found = set()
    for path in (root / "sample-data").rglob("*"):
        if path.is_file():
            found |= pairs(path.read_text(encoding="utf-8", errors="replace"))
    return found


def own_pairs(language):
    """Returns the pairs of words of the English messages that no translation has."""
    english, other = set(), set()
    for message in messages(root / f"po/{language}.po").values():
        english |= pairs(message.text) | pairs(message.plural)
        for form in message.forms:
            other |= pairs(form)
    return english - other


def is_for_programs(command):
    """True if all that a command prints is data."""
    parts = [part for part in re.split(r"[;|&\n]", command) if "cofnod " in part]
    return bool(parts) and all(DATA.search(part) for part in parts)


def changes_of_data(command, before, after):
    """Yields what is not the same in another language as in English."""
    codes = [[line for line in lines if re.fullmatch(r"\[exit \d+\]", line)] for lines in (before, after)]
    if codes[0] != codes[1] and "grep" not in command:
        yield f"    {codes[0]} became {codes[1]}"
    if is_for_programs(command):
        for line, other in zip(before, after):
            if line != other:
                yield f"    - {line}\n    + {other}"


def english_words(command, lines, own):
    """Yields lines for people that have English words of our own."""
    if is_for_programs(command):
        return
    for line in lines:
        left = pairs(FOREIGN.sub(" X ", line)) & own
        if left and not is_data(line):
            yield f"    {line}    {sorted(' '.join(pair) for pair in left)[:3]}"


def is_data(line):
    """True for a line of a file, of moves or of another program."""
    return bool(re.match(r"(\s*\d+\.|\[|\s*$|ls: |cat: |grep: |diff: |cmp: )", line))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["data", "words"])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("program", type=lambda path: Path(path).resolve())
    parser.add_argument("transcript", type=lambda path: Path(path).resolve())
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    names = chosen(asked.kind, asked.every, asked.names)
    bad = commands = 0
    samples = pairs_of_samples()
    with tempfile.TemporaryDirectory() as temporary:
        trees = {language: run(language, asked.program, asked.transcript, names, Path(temporary)) for language in (["en"] if asked.kind == "data" else []) + ["cy", "ar"]}
        for language in "cy", "ar":
            own = own_pairs(language) - samples
            for name in names:
                written = set().union(*(pairs(command) for command, _ in steps(root / "tests/golden" / name)))
                first = steps(trees.get("en", trees[language]) / name)
                for (command, before), (_, after) in zip(first, steps(trees[language] / name)):
                    if "cofnod" not in command:
                        continue
                    commands += 1
                    for fault in english_words(command, after, own - written) if asked.kind == "words" else changes_of_data(command, before, after):
                        bad += 1
                        print(f"{language} {name}: $ {command.splitlines()[0]}\n{fault}")
    print(f"{commands} commands of {len(names)} transcripts, {bad} faults")
    return 1 if bad or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
