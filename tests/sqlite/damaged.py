"""Damaged databases, asked through the extension: an error or an answer in time, and the host lives on.

With COFNOD_DAMAGES=1000 that many; `damaged.py COFNOD ROOT` tries 60.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys

from harness import Failure, holds, run_tests

questions = [
    "SELECT game, ply FROM cofnod_search", "SELECT game FROM cofnod_search WHERE fen = 'startpos'", "SELECT count(*) FROM cofnod_search WHERE pieces = 'Pe4'",
    "SELECT game FROM cofnod_search WHERE material = 'KRP* v KRP*'", "SELECT game FROM cofnod_search WHERE cql = 'check'", "SELECT game FROM cofnod_search WHERE player = 'lasker' AND since = 1900",
    "SELECT game FROM cofnod_search WHERE kind = 'camelot' AND cql = 'jump'", "SELECT * FROM cofnod_tree", "SELECT * FROM cofnod_tree WHERE after = '1. e4' AND notation = 'ar'",
    "SELECT * FROM cofnod_problems", "SELECT cofnod_pgn(id, 'cy') FROM game", "SELECT cofnod_fen_at(id, 9) FROM game", "SELECT cofnod_moves(moves, start) FROM game",
    "SELECT p.fen FROM game g, cofnod_plies(g.moves, g.start) p",
]
seconds_for_all = 60


def damage(data, chance):
    """Returns a copy with bits flipped, pages emptied, filled with noise or exchanged, or the end cut off."""
    data, page = bytearray(data), 4096
    for _ in range(chance.choice([1, 1, 3, 20])):
        at = chance.randrange(1, len(data) // page) * page
        kind = chance.randrange(5)
        if kind == 0:
            data[at + chance.randrange(100)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[at + chance.randrange(page)] = chance.randrange(256)
        elif kind == 2:
            data[at:at + page] = chance.randbytes(page) if chance.random() < 0.5 else bytes(page)
        elif kind == 3:
            other = chance.randrange(1, len(data) // page) * page
            data[at:at + page], data[other:other + page] = data[other:other + page], data[at:at + page]
        elif len(data) > 20 * page:
            del data[-chance.randrange(1, 4 * page):]
    return bytes(data)


def ask(extension, path):
    """In a process of its own: asks everything; errors of SQLite are well."""
    connection = sqlite3.connect(path)
    connection.enable_load_extension(True)
    connection.load_extension(extension)
    for question in questions:
        left = [2000]

        def is_late():
            left[0] -= 1
            return left[0] < 0

        connection.set_progress_handler(is_late, 100_000)
        try:
            connection.execute(question).fetchall()
        except sqlite3.Error:
            pass
    connection.close()


def hosts_live_on(archive):
    with open(archive.path, "rb") as file:
        whole = file.read()
    count, path, wrong = int(os.environ.get("COFNOD_DAMAGES", "60")), os.path.join(archive.folder, "damaged.db"), []
    for seed in range(count):
        with open(path, "wb") as file:
            file.write(damage(whole, random.Random(seed)))
        try:
            done = subprocess.run([sys.executable, "-B", __file__, "--ask", archive.extension, path], check=False, capture_output=True, text=True, timeout=seconds_for_all)
        except subprocess.TimeoutExpired:
            wrong.append(f"damage {seed}: not done in {seconds_for_all} s")
            continue
        if done.returncode < 0:
            wrong.append(f"damage {seed}: {signal.Signals(-done.returncode).name}")
        elif done.returncode != 0:
            wrong.append(f"damage {seed}: {done.stderr.strip().splitlines()[-1]}")
    if wrong:
        raise Failure("\n".join(wrong))
    holds(count > 0, "no damage was tried")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    if sys.argv[1] == "--ask":
        ask(*sys.argv[2:])
    else:
        run_tests([hosts_live_on])
