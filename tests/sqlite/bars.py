"""Measures the extension, prints each value beside its bar, and exits with 1 where one is missed.

`bars.py COFNOD ROOT [FILE.pgn[.zst]]`; without a file, the sample data of the project. `./dev bench --sql` calls it. The
bars are for 77,005 games; the counts of questions about these are held against those that other programs have found.
Times are of the processor, the best of several rounds.
"""

import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import time

from harness import Archive, Bars
from interrupts import connect, ends_in_time, late, long_questions

rounds = 7
bars = Bars()
row = bars.row

common = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -"
rare = "1r1q1rk1/4nppp/3pb3/3Np1b1/RP2P3/8/2N1BPPP/3Q1RK1 w - -"
pattern = "Pd4 nd5 not P[c,e]1-8"
games_of_medium = 77005


class Measured:
    def __init__(self, connection, is_medium):
        self.connection, self.is_medium = connection, is_medium

    def seconds(self, sql, values=()):
        """Returns the processor time of a statement, and its rows."""
        best, answer = None, None
        for _ in range(rounds):
            times, begin = 0, time.thread_time()
            while True:
                answer = self.connection.execute(sql, values).fetchall()
                times += 1
                taken = time.thread_time() - begin
                if taken > 0.02:
                    break
            best = taken / times if best is None else min(best, taken / times)
        return best, answer

    def question(self, what, sql, values, bar, unit, expected=None):
        taken, answer = self.seconds(sql, values)
        found = answer[0][0] if len(answer) == 1 and len(answer[0]) == 1 else len(answer)
        row(what, taken * {"us": 1e6, "ms": 1e3}[unit], bar, unit, f"{found:,} found")
        if expected is not None and self.is_medium and found != expected:
            row(f"  {what}: other programs find {expected:,}", 1, 0, "")
        return taken


def unpacked(archive, folder):
    if not archive.endswith(".zst"):
        return archive
    path = os.path.join(folder, os.path.basename(archive)[:-4])
    with open(path, "wb") as file:
        subprocess.run(["zstd", "-dqc", archive], check=True, stdout=file)
    return path


def measure_library(archive):
    program = ("import sqlite3, sys, time\nc = sqlite3.connect(sys.argv[1])\nc.execute('SELECT count(*) FROM sqlite_master').fetchone()\nc.enable_load_extension(True)\n"
               "b = time.process_time()\nc.load_extension(sys.argv[2])\nprint(time.process_time() - b)")
    loads = [float(subprocess.run([sys.executable, "-c", program, archive.path, archive.extension], check=True, capture_output=True, text=True).stdout) for _ in range(rounds)]
    row("load into a new process", min(loads) * 1000, 3, "ms")
    stripped = os.path.join(archive.folder, "stripped.so")
    subprocess.run(["strip", "-o", stripped, f"{archive.extension}.so"], check=True)
    row("size of cofnod.so, stripped", os.path.getsize(stripped) / 1e6, None, "MB")


def cpu_of_children(command):
    best = None
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = used if best is None else min(best, used)
    return best


def measure_questions(archive, measured):
    ask = measured.question
    ask("rare position, its games", "SELECT game FROM cofnod_search WHERE fen = ?", (rare,), 60, "us", 4)
    ask("common position, counted", "SELECT count(*) FROM cofnod_search WHERE fen = ?", (common,), 200, "us", 5676)
    ask("common position, games and plies", "SELECT game, ply FROM cofnod_search WHERE fen = ?", (common,), 10_000, "us", 5676)
    ask("material KRP v KR", "SELECT game FROM cofnod_search WHERE material = ?", ("KRP v KR",), 5, "ms", 588)
    ask("pieces Pd4 nd5", "SELECT game FROM cofnod_search WHERE pieces = ?", ("Pd4 nd5",), 35, "ms", 9286)
    ask("tree of the start", "SELECT move, games, score FROM cofnod_tree", (), None, "us")
    taken = ask("pattern in CQL", "SELECT count(*) FROM cofnod_search WHERE cql = ?", (pattern,), None, "ms", 2571)
    command = cpu_of_children([archive.cofnod, "search", archive.path, "--cql", pattern, "--threads", "1", "--count"])
    row("  beside the command on one thread", taken / command, 1.2, "times", f"{command * 1000:.1f} ms")


def measure_functions(connection, measured):
    games, plies = connection.execute("SELECT count(*), sum(ply_count) + count(*) FROM game g JOIN form f ON f.id = g.form AND f.kind = 1").fetchone()
    chess = "game g JOIN form f ON f.id = g.form AND f.kind = 1"
    taken, _ = measured.seconds(f"SELECT count(cofnod_fen(g.moves, g.start, 20)) FROM {chess}")
    row("cofnod_fen at ply 20, a game", taken / games * 1e6, 2, "us")
    for what, column in (("a row", "p.ply"), ("a row with its key", "p.key")):
        taken, _ = measured.seconds(f"SELECT max({column}) FROM {chess}, cofnod_plies(g.moves, g.start) p")
        row(f"cofnod_plies, {what}", taken / plies * 1e9, 100, "ns")
    taken, _ = measured.seconds(f"SELECT max(length(p.fen)) FROM {chess}, cofnod_plies(g.moves, g.start) p WHERE g.id % 10 = 0")
    row("cofnod_plies, a row with its text", taken / plies * 1e10, None, "ns")


def measure_interrupts(archive):
    connection = connect(archive)
    worst, which = 0, ""
    for what, question in long_questions.items():
        def arrange(end):
            connection.set_progress_handler(lambda: time.monotonic() > end, 1000)
            return lambda: connection.set_progress_handler(None, 1000)

        after = ends_in_time(connection, question, arrange)
        if after >= worst:
            worst, which = after, what
    connection.close()
    row("a question out of time ends late by", worst * 1000, late * 1000, "ms", f"the worst: {which}")


def measure_leaks(archive, samples):
    if not shutil.which("valgrind"):
        row("bytes lost: install valgrind to measure them", 1, 0, "")
        return
    script = os.path.join(archive.root, "tests", "sqlite", "questions.sql")
    done = subprocess.run(["valgrind", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect", "sqlite3", samples.path, f".load {archive.extension}", f".read {script}"], check=False, capture_output=True, text=True)
    lost = [int(number.replace(",", "")) for number in re.findall(r"(?:definitely|indirectly) lost: ([\d,]+) bytes", done.stderr)]
    errors = re.search(r"ERROR SUMMARY: ([\d,]+) errors", done.stderr)
    holds_all = "All heap blocks were freed" in done.stderr
    row("bytes lost by the sqlite3 shell", 0 if holds_all else sum(lost), 0, "B", f"{errors.group(1) if errors else '?'} errors of valgrind")


def measure_parquet(archive, games):
    folder = os.path.join(archive.folder, "parquet")
    used = cpu_of_children([archive.cofnod, "export", archive.path, "--format", "parquet", "-o", folder, "--overwrite"])
    size = sum(os.path.getsize(os.path.join(path, name)) for path, _, names in os.walk(folder) for name in names)
    row("Parquet: game, pos, stay, material", used, 6, "s")
    row("Parquet: size", size / games, 1150 if games == games_of_medium else None, "B a game")


def main():
    cofnod, root, *files = sys.argv[1:]
    samples = Archive(cofnod, root)
    archive = Archive(cofnod, root, unpacked(files[0], samples.folder)) if files else samples
    try:
        connection = archive.connect()
        games = connection.execute("SELECT count(*) FROM game").fetchone()[0]
        print(f"        {games:,} games, SQLite {sqlite3.sqlite_version}")
        measured = Measured(connection, games == games_of_medium)
        measure_library(archive)
        measure_questions(archive, measured)
        measure_functions(connection, measured)
        measure_parquet(archive, games)
        measure_interrupts(samples)
        measure_leaks(archive, samples)
    finally:
        archive.end()
        if archive is not samples:
            samples.end()
    sys.exit(1 if bars.missed else 0)


if __name__ == "__main__":
    main()
