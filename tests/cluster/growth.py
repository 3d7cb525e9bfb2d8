"""Asks two servers the questions of tests/sqlite/questions of databases of several sizes, and prints what grows.

`growth.py COFNOD ROOT BUILD DATABASE...`, the smallest first. A search is counted, a tree printed: processor time of the command
and of both servers, the least of three. `growth` is the time at the largest size over that at the one before it, each less what a
question takes that finds nothing; `found` the same of the games found.
"""

import os
import resource
import shlex
import sys
import time

from harness import Cluster, holds

runs = 3
ticks = os.sysconf("SC_CLK_TCK")


def cpu_of(cluster):
    """Returns the processor time, in ms, of the commands that have ended, and of the servers."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    servers = 0
    for server in cluster.servers:
        with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        servers += int(fields[11]) + int(fields[12])
    return 1000 * (used.ru_utime + used.ru_stime), 1000 * servers / ticks


def measured(cluster, *arguments):
    """Returns the output of a command, its processor time and that of the servers, and its time by the clock, in ms.

    The kernel counts a server's time in ticks of 10 ms: short questions are repeated."""
    best, output, repeat = None, "", 1
    for _ in range(runs):
        before, begin = cpu_of(cluster), time.perf_counter()
        for _ in range(repeat):
            _, output, _ = cluster.any(*arguments)
        clock, after = 1000 * (time.perf_counter() - begin) / repeat, cpu_of(cluster)
        taken = [(b - a) / repeat for a, b in zip(before, after)] + [clock]
        best = taken if best is None else [min(pair) for pair in zip(best, taken)]
        if clock > 3000:
            break
        repeat = max(1, min(10, int(300 / clock)))
    return output, best


def questions(root):
    with open(os.path.join(root, "tests", "sqlite", "questions"), encoding="utf-8") as file:
        return [line.strip().split(" ", 1)[1] for line in file if line.strip() and not line.startswith("#")]


def ask(cluster, address, question):
    """Returns the number of games found, and the times."""
    command, *options = shlex.split(question)
    if command == "tree":
        output, taken = measured(cluster, "tree", address, "--csv", *options)
        rows = [line.split(",") for line in output.splitlines()]
        return sum(int(row[rows[0].index("games")]) for row in rows[1:]) if rows else 0, taken
    output, taken = measured(cluster, "search", address, "--count", *options)
    return int(output or 0), taken


def load(cluster, name, database):
    """Loads a database; prints what it takes. Returns its address, and the number of its games."""
    address = cluster.create(name)
    before, begin = cpu_of(cluster), time.perf_counter()
    code, _, messages = cluster.any("load", address, database, timeout=None)
    holds(code == 0, messages)
    after, clock = cpu_of(cluster), time.perf_counter() - begin
    games = int(cluster.run("search", address, "--count"))
    time.sleep(20)  # merges
    merged = cpu_of(cluster)
    sizes = [sum(int(server.ask(f"SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = '{name}' AND table = '{table}'")) for server in cluster.servers) / games
             for table in ("game", "pos", "stay", "material", "total")]
    print(f"{games:,} games: loaded in {clock:.0f} s; cpu us a game: the command {1000 * (after[0] - before[0]) / games:.1f}, the servers "
          f"{1000 * (after[1] - before[1]) / games:.1f}, and {1000 * (merged[1] - after[1]) / games:.1f} in the 20 s behind; bytes a game: "
          f"game {sizes[0]:.0f}, pos {sizes[1]:.0f}, stay {sizes[2]:.0f}, material {sizes[3]:.0f}, total {sizes[4]:.0f}", flush=True)
    return address, games


def main():
    databases = sys.argv[4:]
    cluster = Cluster()
    try:
        asked = {question: [] for question in questions(cluster.root)}
        idle = []
        sizes = []
        for i, database in enumerate(databases):
            address, games = load(cluster, f"growth{i}", database)
            sizes.append(games)
            idle.append(sum(ask(cluster, address, "search --ids 999999999")[1][:2]))
            for question, cells in asked.items():
                cells.append(ask(cluster, address, question))
            for server in cluster.servers:
                server.ask(f"DROP DATABASE growth{i}")
        print("\n| question | " + " | ".join(f"{games:,}: found | command, cpu ms | servers, cpu ms | clock ms" for games in sizes) + " | found × | cpu × |")
        print("|---|" + "---|" * (4 * len(sizes) + 2))
        for question, cells in asked.items():
            (few, before), (many, after) = (cells * 2)[-2:]
            growth = max(sum(after[:2]) - idle[-1], 0.1) / max(sum(before[:2]) - (idle * 2)[-2], 0.1)
            columns = [f"{found:,} | " + " | ".join(f"{each:.1f}" for each in taken) for found, taken in cells]
            print(f"| `{question}` | " + " | ".join(columns) + f" | {many / few if few else 0:.1f} | {growth:.1f} |")
        print(f"\nA question that finds nothing by id: {', '.join(f'{each:.1f}' for each in idle)} ms.")
    finally:
        cluster.end()


if __name__ == "__main__":
    main()
