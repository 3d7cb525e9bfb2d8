"""The READMEs promise no speed but what BENCHMARKS.md and CONTRIBUTING.md say was measured: `claims.py ROOT`.

Held to the first table of BENCHMARKS.md: the share of pgn-extract's processor time that an import takes, and the time in
which a position is found. Held to the figures of CONTRIBUTING.md: the minutes that `./dev tour` takes.
"""
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
benchmarks = (root / "BENCHMARKS.md").read_text(encoding="utf-8")
table = benchmarks[: benchmarks.index("\n## ")]
faults = []


def figure(pattern, text, what):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"claims: {what} is not where it was looked for")
    return [float(number) for number in found.groups()]


own, peer = figure(r"import with position index \| ([\d.]+) s \|.*?pgn-extract -r[^|]*? ([\d.]+) s", table, "the time of an import")
(position,) = figure(r"rare position, in process \| ([\d.]+) µs", table, "the time of a position")
(minutes,) = figure(r"`\./dev tour`[^|\n]*\|[^|\n]*\| ([\d.]+) min", (root / "CONTRIBUTING.md").read_text(encoding="utf-8"), "the time of ./dev tour")

# How each language says it: the share, microseconds, and minutes in words or digits.
claims = {
    "README.md": (r"half the processor time \((\d+) %\)", "microseconds", r"about (\w+) minutes"),
    "README.cy.md": (r"hanner \((\d+) %\) yr amser", "microeiliadau", r"tua (\w+) munud"),
    "README.ar.md": (r"نصف \((\d+) في المئة\)", "المليون من الثانية", r"نحو (\w+) دقائق"),
}
numbers = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
           "thair": 3, "phedair": 4, "phum": 5, "chwe": 6, "saith": 7, "wyth": 8, "naw": 9,
           "ثلاث": 3, "أربع": 4, "خمس": 5, "ست": 6, "سبع": 7, "ثماني": 8, "تسع": 9}
for name, (share, microseconds, time) in claims.items():
    text = (root / name).read_text(encoding="utf-8")
    (claimed,) = figure(share, text, f"the share in {name}")
    if abs(claimed - 100 * own / peer) > 3:
        faults.append(f"{name}: an import takes {claimed:.0f} % of pgn-extract's time; measured: {100 * own / peer:.0f} %")
    if microseconds not in text or position > 100:
        faults.append(f"{name}: a position in microseconds; measured: {position} µs")
    word = re.search(time, text)
    if not word or word[1] not in numbers or abs(numbers[word[1]] - minutes) > 0.6:
        faults.append(f"{name}: ./dev tour takes {word[1] if word else 'no'} minutes; measured: {minutes}")

print(*faults, sep="\n")
sys.exit(1 if faults else 0)
