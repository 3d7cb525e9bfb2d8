"""`cofnod worker` answers as a server would ask it: the plies that `search --cql` finds, for rows in chunks of any size.

`worker.py COFNOD ROOT BUILD`; needs no server.
"""

import json
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import equal, failures_of, holds  # noqa: E402  # pylint: disable=wrong-import-position

scripts = ("mate", "Pd4 nd5", "btm mate N attacks k", "power A > 30", "check", "K == 9", "move from K to g1", "result 1-0 mate")


class Archive:
    def __init__(self):
        self.cofnod, root, _ = (os.path.abspath(path) for path in sys.argv[1:4])
        self.folder = tempfile.mkdtemp(prefix="cofnod-worker-")
        self.database = os.path.join(self.folder, "games.db")
        subprocess.run([self.cofnod, "import", "--quiet", self.database, os.path.join(root, "sample-data")], check=True)
        with sqlite3.connect(self.database) as connection:
            self.games = connection.execute("SELECT g.id, g.moves, coalesce(g.start, ''), g.result FROM game g JOIN form f ON f.id = g.form "
                                            "WHERE f.kind = 1 ORDER BY g.id").fetchall()

    def found(self, script):
        """Returns the plies that the command finds, by game."""
        done = subprocess.run([self.cofnod, "search", self.database, "--cql", script, "--game", "chess", "--json"], check=False, capture_output=True, text=True)
        holds(done.returncode in (0, 1), done.stderr)
        return {game["id"]: game["matching_plies"] for game in json.loads(done.stdout)["games"]}

    def work(self, rows, code=0, options=()):
        done = subprocess.run([self.cofnod, "worker", *options], input=rows, check=False, capture_output=True, timeout=60)
        equal(done.returncode, code, done.stderr.decode())
        return done.stdout if code == 0 else done.stderr.decode()


def text(value):
    value, size = value.encode() if isinstance(value, str) else value or b"", b""
    length = len(value)
    while length > 127:
        size += bytes([length & 127 | 128])
        length >>= 7
    return size + bytes([length]) + value


def row(script, game):
    return text(script) + text(game[1]) + text(game[2]) + bytes([game[3]])


def plies(answer, count):
    """Reads arrays of two-byte numbers, each behind its length."""
    arrays, at = [], 0
    for _ in range(count):
        length, shift = 0, 0
        while True:
            length |= (answer[at] & 127) << shift
            shift += 7
            at += 1
            if answer[at - 1] < 128:
                break
        arrays.append([int.from_bytes(answer[at + 2 * i:at + 2 * i + 2], "little") for i in range(length)])
        at += 2 * length
    equal(at, len(answer), "bytes of the answer")
    return arrays


def chunks(rows, size):
    return b"".join(b"%d\n" % len(rows[i:i + size]) + b"".join(rows[i:i + size]) for i in range(0, len(rows), size))


def every_game_is_answered_in_chunks_of_any_size(archive):
    for script in scripts:
        expected = archive.found(script)
        for size in (1, 7, len(archive.games)):
            answer = plies(archive.work(chunks([row(script, game) for game in archive.games], size)), len(archive.games))
            equal({game[0]: found for game, found in zip(archive.games, answer) if found}, expected, f"{script}, chunks of {size}")


def the_first_ply_of_every_game_is_answered(archive):
    for script in scripts[:-1]:  # the last asks for the result, which this function is not given
        expected = archive.found(script)
        for size in (1, 7, len(archive.games)):
            rows = [text(script) + text(game[1]) + text(game[2]) for game in archive.games]
            answer = archive.work(chunks(rows, size), options=["--first-ply"])
            plies_ = [number for number, in struct.iter_unpack("<i", answer)]
            equal({game[0]: ply for game, ply in zip(archive.games, plies_) if ply >= 0}, {game: found[0] for game, found in expected.items()}, f"{script}, chunks of {size}")


def scripts_may_change_from_row_to_row(archive):
    rows = [row(script, game) for game in archive.games for script in scripts]
    answer = plies(archive.work(chunks(rows, 50) + b"0\n"), len(rows))
    for i, script in enumerate(scripts):
        equal({game[0]: found for game, found in zip(archive.games, answer[i::len(scripts)]) if found}, archive.found(script), script)


def what_is_no_row_ends_the_worker(archive):
    whole = chunks([row("mate", archive.games[0])], 1)
    equal(archive.work(b""), b"", "no rows")
    for broken in (whole[:-1], b"x\n" + whole, b"2\n" + whole[2:], b"1\n" + b"\xff" * 20, b"99999999999999999999\n", b"1\n" + text("mate") + b"\xff\xff\xff\xff\x0f"):
        holds("the rows break off" in archive.work(broken, code=4), "what breaks off is said")
    for script, part in (("mate &", "&"), ('player "lasker"', "more than the moves"), ("persistent X=0 mate X+=1 X==2", "more than the moves"), ('readfile("x")', "readfile")):
        holds(part in archive.work(chunks([row(script, archive.games[0])], 1), code=2), script)
    archive.work(chunks([row("mate", (0, b"\xff\xff\xff", "", 0)), row("mate", (0, b"", "no position", 0))], 2))


if __name__ == "__main__":
    samples = Archive()
    try:
        failed = failures_of((every_game_is_answered_in_chunks_of_any_size, the_first_ply_of_every_game_is_answered, scripts_may_change_from_row_to_row, what_is_no_row_ends_the_worker), samples)
    finally:
        shutil.rmtree(samples.folder)
    sys.exit(1 if failed else 0)
