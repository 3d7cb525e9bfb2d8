"""Measures commands that are over at once, prints each value beside its bar, and exits with 1 where one is missed.

`start.py COFNOD ROOT [FILE.pgn[.zst]]`; without a file, the sample data of the project. `./dev bench --start` calls it.
Times are of the clock, from the start of the process to its end, the best of many: what else the machine does only adds
to them. Instructions are those of callgrind; the kernel's are not among them.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

root = sys.argv[2]
sys.path.insert(0, os.path.join(root, "tests"))
from checks import Bars  # pylint: disable=wrong-import-position

runs = 300
common = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq -"
bars = Bars()


def milliseconds(commands):
    """Returns the shortest time of each command. They take turns."""
    best = {name: None for name in commands}
    silence = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    for _ in range(runs):
        for name, command in commands.items():
            begin = time.perf_counter()
            process = os.posix_spawn(command[0], command, os.environ, file_actions=silence)
            _, status = os.waitpid(process, 0)
            taken = (time.perf_counter() - begin) * 1000
            if status != 0:
                sys.exit(f"failed: {' '.join(command)}")
            best[name] = taken if best[name] is None else min(best[name], taken)
    return best


def instructions(command):
    """Returns millions of instructions; None without valgrind."""
    if not shutil.which("valgrind"):
        return None
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], check=True, capture_output=True, text=True)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1)) / 1e6


def main():
    cofnod, _, *files = sys.argv[1:]
    with tempfile.TemporaryDirectory(dir=os.environ.get("SCRATCH")) as folder:
        database = os.path.join(folder, "games.db")
        subprocess.run([cofnod, "import", "--quiet", database, *(files or [os.path.join(root, "sample-data", "chess")])], check=False)
        bar_of = {"cofnod --version": 2.5, "cofnod -h": None, "cofnod search --count": None, "cofnod search --fen --count": 4, "cofnod tree --fen": None, "cofnod show 1": None}
        commands = {
            "cofnod --version": [cofnod, "--version"],
            "cofnod -h": [cofnod, "-h"],
            "cofnod search --count": [cofnod, "search", database, "--count"],
            "cofnod search --fen --count": [cofnod, "search", database, "--fen", common, "--count"],
            "cofnod tree --fen": [cofnod, "tree", database, "--fen", common],
            "cofnod show 1": [cofnod, "show", database, "1"],
        }
        for name, taken in milliseconds(commands).items():
            count = instructions(commands[name])
            bars.row(name, taken, bar_of[name], "ms", "" if count is None else f"{count:.2f} million instructions")
    bars.row("size of cofnod", os.path.getsize(cofnod) / 1e6, None, "MB")
    sys.exit(1 if bars.missed else 0)


if __name__ == "__main__":
    main()
