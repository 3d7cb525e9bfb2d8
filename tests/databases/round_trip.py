#!/usr/bin/python3 -B
"""Databases of ChessBase and Scid, written here from sample-data: round_trip.py COFNOD ROOT"""

import json
import random
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import writer  # noqa: E402
from checks import equal, failures_of, holds  # noqa: E402

COFNOD, ROOT = sys.argv[1], Path(sys.argv[2])


def run(*arguments, code=0):
    done = subprocess.run([COFNOD, *map(str, arguments)], capture_output=True, text=True, check=False)
    holds(done.returncode in ([code] if isinstance(code, int) else code), f"{arguments} ends with {done.returncode}: {done.stderr}")
    return done.stdout


class Samples:
    """Complete games of chess, as records of the program."""

    def __init__(self, folder):
        self.folder = folder
        database = folder / "samples.db"
        run("import", database, *sorted((ROOT / "sample-data").glob("**/*.pgn")))
        rows = map(json.loads, run("export", database, "--ndjson").splitlines())
        self.games = [row for row in rows if row["notation"] != "camelot" and row["state"] == "complete" and row["plies"] and "--" not in row["moves"] and "Variant" not in row["tags"]]
        for game in self.games:
            game["tags"] = {name: value or "?" for name, value in game["tags"].items()}
        holds(len(self.games) > 20, "there are games enough")

    def read(self, name, ending):
        """Imports a base; returns its games."""
        database = self.folder / f"{name}.db"
        run("import", database, self.folder / f"{name}{ending}")
        return [json.loads(line) for line in run("export", database, "--ndjson").splitlines()]


def compare(samples, found):
    equal(len(found), len(samples.games), "games")
    for game, known in zip(found, samples.games):
        equal((game["uci"], game["final"], game["state"]), (known["uci"], known["final"], "complete"), "moves")
        equal(game["result"], known["result"], "result")
        for tag in ("White", "Date"):
            equal((game["tags"][tag] or "?")[:8], known["tags"].get(tag, "?")[:8], tag)


def scid_of_each_version_is_read(samples):
    for version in (3, 4, 5):
        writer.write_scid(samples.folder / f"scid{version}", samples.games, version)
        compare(samples, samples.read(f"scid{version}", f".si{version}"))


def every_way_of_coding_moves_in_chessbase_is_read(samples):
    for mode in range(8):
        writer.write_chessbase(samples.folder / f"mode{mode}", samples.games, mode, charset="utf-8")
        compare(samples, samples.read(f"mode{mode}", ".cbh"))


def notes_of_chessbase_stand_at_their_moves(samples):
    game = {"tags": {"White": "Morphy", "Black": "Anderssen"}, "start": writer.USUAL, "uci": "e2e4 e7e5 g1f3", "result": "*"}
    notes = [[(-1, 0x02, b"\0\0Before it all."), (0, 0x03, bytes([1, 16])), (0, 0x02, "\0\x35Gut f\xfcr \xa4f3".encode("latin-1")),
              (1, 0x04, bytes([2, 1 + writer.square_number("d4")])), (1, 0x05, bytes([4, 1 + writer.square_number("e2"), 1 + writer.square_number("e4")])),
              (2, 0x82, b"\0\0Now"), (2, 0x16, (360000).to_bytes(4, "big")), (2, 0x09, b"x")]]
    writer.write_chessbase(samples.folder / "notes", [game], 0, notes=notes)
    samples.read("notes", ".cbh")
    pgn = run("export", samples.folder / "notes.db")
    text = " ".join(pgn[pgn.index("\n\n") :].split())
    expected = "{Before it all.} 1. e4 $1 $16 {[%lang de] Gut für ♘f3} 1... e5 {[%csl Gd4][%cal Re2e4]} {Now} 2. Nf3 {[%clk 1:00:00]} *"
    equal(text, expected, "the score")
    holds("training questions" in run("show", samples.folder / "notes.db", "1"), "what is left out is told")


def deleted_games_and_the_rest_of_the_files_are_accounted_for(samples):
    writer.write_scid(samples.folder / "deleted", samples.games, 4)
    path = samples.folder / "deleted.si4"
    index = bytearray(path.read_bytes())
    index[182 + 7 + 1] |= 8
    path.write_bytes(index)
    found = samples.read("deleted", ".si4")
    equal(len(found), len(samples.games) - 1, "games")
    report = json.loads(run("import", samples.folder / "report.db", path, "--json"))
    equal([file.get("bytes_unaccounted", 0) for file in report["files"]], [0], "bytes that nobody accounts for")


def bases_in_archives_are_read(samples):
    writer.write_scid(samples.folder / "packed", samples.games, 4)
    writer.write_chessbase(samples.folder / "packed", samples.games, 0)
    with zipfile.ZipFile(samples.folder / "packed.zip", "w") as archive:
        for file in sorted(samples.folder.glob("packed.*")):
            if file.suffix != ".zip":
                archive.write(file, "base/" + file.name)
        archive.write(samples.folder / "packed.sg4", "alone.sg4")
        archive.writestr("base/packed.cbm", bytes(40))  # belongs to the database, and is not needed
    done = run("import", samples.folder / "packed.db", samples.folder / "packed.zip", "--json", code=4)
    told = subprocess.run([COFNOD, "check", samples.folder / "packed.zip"], capture_output=True, text=True, check=False).stderr
    equal([".sg4" in told, ".cbm" in told], [True, False], "files that are told as not read")
    equal([file["games"] for file in json.loads(done)["files"]], [len(samples.games)] * 2, "games of the two databases")


def games_over_the_limit_keep_their_plies_up_to_it(samples):
    for ending in (".si4", ".cbh"):
        database = samples.folder / f"limit{ending}.db"
        run("import", database, samples.folder / f"packed{ending}", "--limits", "plies=10", code=(0, 3))
        games = [json.loads(line) for line in run("export", database, "--ndjson").splitlines()]
        equal([game["plies"] for game in games], [min(10, known["plies"]) for known in samples.games], f"plies of {ending}")


def variations_over_the_limit_of_depth_keep_all_of_their_text(samples):
    moves = "e2e4 e7e5 ( c7c5 g1f3 ( f1c4 d7d6 ( g8f6 ) ) d7d6 ) g1f3"
    game = {"tags": {"White": "Morphy", "Black": "Anderssen"}, "start": writer.USUAL, "uci": moves, "result": "*"}
    node = {"c7c5": 3, "f1c4": 6, "g8f6": 8}  # in the order of the record: e4 e5 Nf3, c5 Nf3 d6, Bc4 d6, Nf6
    notes = [[(node["f1c4"], 0x03, bytes([2])), (node["f1c4"], 0x02, b"\0\0Early."), (node["g8f6"], 0x82, b"\0\0Or so.")]]
    writer.write_chessbase(samples.folder / "deep", [game], 0, notes=notes)
    for depth, expected in ((3, "1. e4 e5 (1... c5 2. Nf3 (2. Bc4 $2 {Early.} 2... d6 ({Or so.} 2... Nf6)) 2... d6) 2. Nf3 *"),
                            (1, "1. e4 e5 (1... c5 2. Nf3 ;(f1c4 $2 {Early.} d7d6 ({Or so.} g8f6)) 2... d6) 2. Nf3 *")):
        database = samples.folder / f"deep{depth}.db"
        run("import", database, samples.folder / "deep.cbh", "--limits", f"depth={depth}")
        pgn = run("export", database)
        equal(" ".join(pgn[pgn.index("\n\n") :].split()), expected, f"the score with {depth} levels")


def texts_over_a_limit_keep_their_rest_as_unread_text(samples):
    game = {"tags": {"White": "Morphy of New Orleans", "Black": "Anderssen"}, "start": writer.USUAL, "uci": "e2e4 e7e5", "result": "*"}
    writer.write_chessbase(samples.folder / "long", [game], 0, notes=[[(0, 0x02, b"\0\0A remark of some length.")]])
    database = samples.folder / "long.db"
    run("import", database, samples.folder / "long.cbh", "--limits", "comment=8,tag=10")
    pgn = " ".join(run("export", database).split())
    for text in ("{A remark} {[%unread of some length.]}", '[White "Morphy of "]', '[%unread [White "Morphy of New Orleans"]]'):
        equal(text in pgn, True, f"{text} in {pgn}")


def damaged_bases_lose_no_game_that_can_be_read(samples):
    seed = random.randrange(1 << 30)
    chance = random.Random(seed)
    some = samples.games[:12]
    for what in range(60):
        stem = samples.folder / "damaged"
        database = samples.folder / "damaged.db"
        database.unlink(missing_ok=True)
        version = chance.choice([4, 5, 0])
        if version:
            writer.write_scid(stem, some, version)
            endings = [f".si{version}", f".sn{version}", f".sg{version}"]
        else:
            writer.write_chessbase(stem, some, chance.randrange(8))
            endings = [".cbh", ".cbg", ".cbp", ".cbt", ".cba"]
        path = Path(f"{stem}{chance.choice(endings)}")
        data = bytearray(path.read_bytes())
        if chance.random() < 0.5:
            del data[chance.randrange(len(data)) :]
        else:
            for _ in range(chance.randrange(1, 9)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data)
        done = run("import", database, f"{stem}{endings[0]}", "--json", code=(0, 1, 4))
        if not done:
            continue
        for file in json.loads(done)["files"]:
            equal(file.get("bytes_unaccounted", 0), 0, f"bytes that nobody accounts for, damage {what} of seed {seed}")
        if database.exists():
            run("check", database, "--deep")


def main():
    with tempfile.TemporaryDirectory() as folder:
        samples = Samples(Path(folder))
        tests = [scid_of_each_version_is_read, every_way_of_coding_moves_in_chessbase_is_read, notes_of_chessbase_stand_at_their_moves,
                 deleted_games_and_the_rest_of_the_files_are_accounted_for, bases_in_archives_are_read, games_over_the_limit_keep_their_plies_up_to_it,
                 variations_over_the_limit_of_depth_keep_all_of_their_text, texts_over_a_limit_keep_their_rest_as_unread_text, damaged_bases_lose_no_game_that_can_be_read]
        sys.exit(failures_of(tests, samples) > 0)


main()
