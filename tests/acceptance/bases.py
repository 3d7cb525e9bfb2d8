#!/usr/bin/python3 -B
"""Databases of ChessBase and Scid against what other programs read in them: python3 bases.py COFNOD

The bases and the truth about them are in $COFNOD_DATA/databases, whose README says who made it.
"""

import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import Failure, equal, skip  # noqa: E402

TOKEN = re.compile(r"\{([^}]*)\}|(\()|(\))|\$(\d+)|(\d+\.+)|(1-0|0-1|1/2-1/2|\*)(?=\s|$)|([^\s()]+)")


class Node:
    """A move, with what stands before and behind it; the root is no move."""

    def __init__(self, san=None):
        self.san, self.before, self.after, self.nags, self.moves = san, [], [], [], []


def tree_of(movetext):
    """Returns the moves of a game in PGN as a tree, the main line first."""
    root = Node()
    line = [root]  # moves of the innermost line, from the root
    stack, before = [], []
    movetext = re.sub(r"(?m)^;(.*)$", lambda line: "{" + line[1].replace("}", "") + "}", movetext)
    for comment, begin, end, nag, number, result, san in TOKEN.findall(movetext.replace("\n", " ")):
        if begin:
            stack.append(line)
            line, before = line[:-1], []
        elif end:
            line, before = stack.pop(), []
        elif nag:
            line[-1].nags.append(int(nag))
        elif san:
            node = Node(san)
            node.before, before = before, []
            line[-1].moves.append(node)
            line = [*line, node]
        elif not (number or result):
            line[-1].after.append(comment)
            before = [*before, comment] if line[-1] is root or not line[-1].after[:-1] else [comment]
    return root


def in_order(node):
    """Yields moves as ChessBase stores them: what follows a move before what may be played instead of it."""
    waiting = node.moves[::-1]
    while waiting:
        move = waiting.pop()
        yield move
        waiting.extend(move.moves[::-1])


def moves_of(node):
    return [(move.san.rstrip("+#"), len(move.moves)) for move in in_order(node)]


def games_of(pgn):
    """Yields tags and movetext of each game."""
    for part in re.split(r"(?m)^(?=\[Event )", pgn):
        if part.strip():
            tags = dict(re.findall(r'(?m)^\[(\w+) "(.*)"\]$', part))
            yield tags, part[part.rfind("]\n\n") + 2 if "]\n\n" in part else 0 :]


def truth(folder, name):
    for path in (folder / name, folder / (name + ".zst")):
        if path.exists():
            read = subprocess.run(["zstd", "-dcq", path], capture_output=True, check=True).stdout if path.suffix == ".zst" else path.read_bytes()
            return read.decode()
    return None


class Bases:
    def __init__(self, cofnod, data, scratch):
        self.cofnod, self.data, self.scratch = cofnod, data, scratch

    def run(self, *arguments):
        return subprocess.run([self.cofnod, *map(str, arguments)], capture_output=True, text=True, check=False)

    def imported(self, folder, index):
        """Returns the games of a base, as export writes them, in PGN and as records."""
        database = self.scratch / f"{folder.name}.db"
        done = self.run("import", database, index)
        if done.returncode:
            raise AssertionError(f"{index}: {done.stderr}")
        pgn = self.run("export", database).stdout
        rows = [json.loads(line) for line in self.run("export", database, "--ndjson").stdout.splitlines()]
        return list(games_of(pgn)), rows, done

    def converted(self, text):
        """Returns a PGN text as we write it."""
        path = self.scratch / "truth.pgn"
        path.write_text(text)
        return list(games_of(self.run("convert", path).stdout))


class Checks:
    """Compares, and goes on after what is not equal."""

    failed = 0

    def equal(self, what, found, expected):
        try:
            equal(found, expected, what)
            print(f"passed  {what}", flush=True)
        except Failure as failure:
            self.failed += 1
            print(f"FAILED  {str(failure)[:3000]}", flush=True)


def check_moves(found, known):
    """Compares the moves of games, variations and all. Returns the numbers of those that differ."""
    return [i + 1 for i, (one, other) in enumerate(zip(found, known)) if moves_of(tree_of(one[1])) != moves_of(tree_of(other[1]))]


def chessbase(checks, bases, folder):
    index = next(path for path in folder.iterdir() if path.suffix == ".cbh")
    games, rows, _ = bases.imported(folder, index)
    known = bases.converted(truth(folder, "truth.pgn"))
    checks.equal(f"{folder.name}: games", len(games), len(known))
    checks.equal(f"{folder.name}: games with other moves", check_moves(games, known), [])
    headers = [row for row in csv.DictReader(io.StringIO(truth(folder, "truth-tags.tsv")), delimiter="\t") if row["state"] == "game"]
    checks.equal(f"{folder.name}: headers that differ", differing_headers(games, rows, headers), [])
    checks.equal(f"{folder.name}: notes that differ", differing_notes(folder, games, headers), [])


def differing_headers(games, rows, headers):
    differences = []
    for (tags, _), row, known in zip(games, rows, headers):
        expected = {
            "White": known["white"], "Black": known["black"], "Event": known["event"], "Site": known["place"],
            "Date": known["date"], "Round": re.sub(r"\.0$", "", known["round"]).replace("0", "", known["round"] == "0.0"),
            "WhiteElo": known["white elo"], "BlackElo": known["black elo"], "ECO": known["eco"].split("/")[0],
            "Annotator": known["annotator"], "Result": {"0": "0-1", "1": "1/2-1/2", "2": "1-0", "3": "*"}[known["result code"]],
        }
        for name, value in expected.items():
            if tags.get(name, "").replace("?", "").strip(".") != value.replace("?", "").strip(".").replace("0", "", value == "0"):
                differences.append((known["record"], name, tags.get(name), value))
        if row["final"].split()[:4] != known["final FEN"].split()[:4] or row["plies"] != int(known["mainline plies"]):
            differences.append((known["record"], "final", row["final"], known["final FEN"]))
    return differences


def words_of(text):
    """The ASCII letters and digits of a text: signs and other letters are ours to write."""
    return re.sub(r"[^A-Za-z0-9а-яА-ЯёЁ]+", " ", re.sub(r"\\[nt]|\[%[^\]]*\]", " ", text)).split()


def differing_notes(folder, games, headers):
    text = truth(folder, "truth-annotations.tsv")
    trees = {known["record"]: tree_of(game[1]) for known, game in zip(headers, games)}
    nodes = {record: [tree, *in_order(tree)] for record, tree in trees.items()}
    differences = []
    for note in csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE):
        if note["record"] not in nodes:
            continue
        game, value = nodes[note["record"]], note["value"]
        if int(note["node"]) >= len(game):
            differences.append((note["record"], note["node"], "no such move"))
            continue
        node = game[int(note["node"])]
        if note["kind"] == "nags":
            right = [n for n in bytes.fromhex(value) if n] == node.nags
        elif note["kind"] in ("text-after", "text-before"):
            place = node.after if note["kind"] == "text-after" or node.san is None else node.before
            there = " ".join(" ".join(words_of(part)) for part in place)
            right = " ".join(words_of(value)) in there
        elif note["kind"] in ("squares", "arrows"):
            size = 2 if note["kind"] == "squares" else 3
            command = re.search(r"\[%%%s ([^\]]*)\]" % {2: "csl", 3: "cal"}[size], " ".join(node.after))
            right = command is not None and len(command[1].split(",")) == len(value) // 2 // size
        else:
            continue
        if not right:
            differences.append((note["record"], note["node"], note["kind"], value[:60]))
    return differences


def scid(checks, bases, folder):
    index = next(path for path in folder.iterdir() if re.fullmatch(r"\.si\d", path.suffix))
    games, _, _ = bases.imported(folder, index)
    known = bases.converted(truth(folder, "truth.pgn"))
    checks.equal(f"{folder.name}: games", len(games), len(known))
    checks.equal(f"{folder.name}: games with other moves", check_moves(games, known), [])
    differences = []
    for i, ((tags, text), (known_tags, known_text)) in enumerate(zip(games, known)):
        for name in tags.keys() | known_tags.keys():
            if tags.get(name) != known_tags.get(name):
                differences.append((i + 1, name, tags.get(name), known_tags.get(name)))
        notes = [[(n.nags, words_of(" ".join(n.after))) for n in in_order(tree_of(t))] for t in (text, known_text)]
        if notes[0] != notes[1]:
            differences.append((i + 1, "notes"))
    checks.equal(f"{folder.name}: headers and notes that differ", differences, [])


def single_records(checks, bases, folder):
    """Records of moves alone, which are put into bases of one game."""
    for row in csv.reader(io.StringIO((folder / "truth.tsv").read_text()), delimiter="\t"):
        if not row[0].endswith(".bin"):
            continue
        stem = bases.scratch / row[0].split(".")[0]
        stem.with_suffix(".cbg").write_bytes(bytes([0, 26]) + bytes(24) + (folder / row[0]).read_bytes())
        head = b"\0\0\x2c\0\x2e\1" + (2).to_bytes(4, "big") + bytes(36)
        stem.with_suffix(".cbh").write_bytes(head + b"\1" + (26).to_bytes(4, "big") + bytes(22) + b"\3" + bytes(18))
        database = stem.with_suffix(".db")
        bases.run("import", database, stem.with_suffix(".cbh"))
        game = json.loads(bases.run("export", database, "--ndjson").stdout.splitlines()[0])
        known = row[3]
        while "(" in known:
            known = re.sub(r"\([^()]*\)", "", known)
        checks.equal(f"{row[0]}: moves", (game["uci"].replace("0000", "--").split(), game["state"]), (known.replace("0000", "--").split(), "complete"))


def archive(checks, bases, folder):
    games, rows, _ = bases.imported(folder, folder / "twic1134.cbv")
    known = list(csv.DictReader(io.StringIO(truth(folder, "twic1134-truth.tsv")), delimiter="\t"))
    found = [(row["white"], row["black"], str(row["plies"]), row["final"].split()[:4], row["result"]) for row in rows]
    expected = [(row["white"].removesuffix(", "), row["black"].removesuffix(", "), row["plies"], row["final FEN"].split()[:4], row["result"]) for row in known]
    checks.equal("twic1134.cbv: games", len(found), len(expected))
    checks.equal("twic1134.cbv: games that differ", [pair for pair in zip(found, expected) if pair[0] != pair[1]], [])


def main():
    data = os.environ.get("COFNOD_DATA")
    if not data or not Path(data, "databases").is_dir():
        skip("COFNOD_DATA names no folder with databases")
    checks = Checks()
    folders = Path(data, "databases")
    with tempfile.TemporaryDirectory() as scratch:
        bases = Bases(sys.argv[1], folders, Path(scratch))
        for folder in sorted(folders.iterdir()):
            if any(path.suffix == ".cbh" for path in folder.glob("*")):
                chessbase(checks, bases, folder)
            elif folder.name.startswith("scid"):
                scid(checks, bases, folder)
        single_records(checks, bases, folders / "chessbase-moves")
        archive(checks, bases, folders / "chessbase-cbv")
    sys.exit(checks.failed > 0)


main()
