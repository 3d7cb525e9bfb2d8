"""Measures questions to two servers on this machine, prints each value beside its bar, and exits with 1 where one is missed.

`bars.py COFNOD ROOT BUILD [FILE.pgn[.zst]]`; without a file, the sample data of the project. `./dev bench --cluster` calls
it. The bars are for 77,005 games; the counts of questions about these are held against those that other programs have found.
Times of questions are those of whole commands by the clock, the best of several rounds.
"""

import resource
import subprocess
import sys
import time
import urllib.request

from harness import Bars, Cluster, Failure

rounds = 15
bars = Bars()
row = bars.row

common = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -"
rare = "1r1q1rk1/4nppp/3pb3/3Np1b1/RP2P3/8/2N1BPPP/3Q1RK1 w - -"
pattern = "Pd4 nd5 not P[c,e]1-8"
games_of_medium = 77005


def processor_seconds(work):
    """Returns the processor time of the programs that `work` runs, and what it returns."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, answer


def question(cluster, address, is_medium, what, arguments, bar, expected=None):
    best, found = None, None
    for _ in range(rounds):
        begin = time.perf_counter()
        code, output, messages = cluster.any(arguments[0], address, *arguments[1:])
        taken = time.perf_counter() - begin
        if code not in (0, 1):
            raise Failure(f"{what}: {messages}")
        best = taken if best is None else min(best, taken)
        found = int(output) if "--count" in arguments else len(output.splitlines()) - 1
    row(what, 1000 * best, bar, "ms", f"{found:,} found")
    if expected is not None and is_medium and found != expected:
        row(f"  {what}: other programs find {expected:,}", 1, 0, "")


def games_as_rows(cluster):
    """Returns the input of the worker for all games of chess: from the servers, as they would send it."""
    rows, count = b"", 0
    for server in cluster.servers:
        begin = f"SELECT '{pattern}', moves, start, result FROM bars.game WHERE kind = 1 FORMAT RowBinary"
        with urllib.request.urlopen(f"http://127.0.0.1:{server.http}/", begin.encode()) as answer:
            rows += answer.read()
        count += int(server.ask("SELECT count() FROM bars.game WHERE kind = 1"))
    return b"%d\n" % count + rows, count


def measure_worker(cluster):
    rows, count = games_as_rows(cluster)
    answers = [processor_seconds(lambda: subprocess.run([cluster.cofnod, "worker"], input=rows, capture_output=True, check=True)) for _ in range(rounds)]
    seconds, done = min(answers, key=lambda each: each[0])
    row("worker: seconds of processor for a million games", seconds / count * 1e6, 2, "s", f"{pattern}; {len(done.stdout):,} bytes")


def main():
    files = sys.argv[4:]
    cluster = Cluster(files)
    try:
        address = cluster.create("bars")
        games = int(cluster.run("search", cluster.database, "--count"))
        is_medium = games == games_of_medium
        print(f"        {games:,} games on two servers of version {cluster.servers[0].ask('SELECT version()').strip()}")
        seconds, _ = processor_seconds(lambda: cluster.load(address))
        row("loaded: processor time of the command", seconds, 3, "s")
        asked = [("a rare position", ("search", "--fen", rare, "--csv"), 30, 4), ("a common position, counted", ("search", "--fen", common, "--count"), 30, 5676),
                 ("a common position, a page", ("search", "--fen", common, "--limit", "50", "--csv"), 30, 50), ("tree of the start", ("tree", "--csv"), 30, None),
                 ("tree of a common position", ("tree", "--fen", common, "--csv"), 30, None),
                 ("pieces, a page", ("search", "--pieces", "Pd4 nd5", "--limit", "50", "--csv"), 60, 50), ("pieces, counted", ("search", "--pieces", "Pd4 nd5", "--count"), 60, 9286),
                 ("material, counted", ("search", "--material", "KRP v KR", "--count"), None, 588), ("a player, counted", ("search", "--player", "kasparov", "--count"), None, None),
                 ("CQL, fetched and matched here", ("search", "--cql", pattern, "--count"), None, 2571)]
        for what, arguments, bar, expected in asked:
            question(cluster, address, is_medium, what, arguments, bar, expected)
        for table in ("game", "pos", "stay", "material", "total"):
            bytes_ = sum(int(server.ask(f"SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'bars' AND table = '{table}'")) for server in cluster.servers)
            row(f"bytes a game, {table}", bytes_ / games, None, "B")
        measure_worker(cluster)
    finally:
        cluster.end()
    sys.exit(1 if bars.missed else 0)


if __name__ == "__main__":
    main()
