"""Measures questions of order, figures and corrections at a million games, prints each value beside its bar, and exits
with 1 where one is missed.

`found.py COFNOD ROOT [FILE.pgn[.zst]]`; without a file, the sample data of the project. `./dev bench --found` calls it.
The base is the file again and again, in each copy with other surnames, until there are a million games: 1,001,065 of a
file of 77,005. Times are those of the processor, less the time that a command takes to start, the least of five runs.
"""

import os
import re
import subprocess
import sys
import tempfile

root = sys.argv[2]
sys.path.insert(0, os.path.join(root, "tests"))
from checks import Bars  # pylint: disable=wrong-import-position

runs = 5
wanted = 1_000_000
surname = re.compile(rb'\[(White|Black) "([^",]*)')
bars = Bars()


def games_of(files):
    """Returns the text of the files as one PGN."""
    text = b""
    for path in files:
        text += subprocess.run(["zstd", "-dqc", path], check=True, capture_output=True).stdout if path.endswith(".zst") else open(path, "rb").read()
    return text


def copies(text):
    """Yields the text until it has the wanted number of games, each time with other surnames."""
    games = max(1, text.count(b"[Event "))
    for copy in range(-(-wanted // games)):
        letters = str(copy).encode().translate(bytes.maketrans(b"0123456789", b"abcdefghij")) if copy else b""
        yield surname.sub(lambda found: b"[" + found[1] + b' "' + found[2] + letters, text) + b"\n"


def cpu(command):
    """Returns the least processor time of a command, in milliseconds; in its words, # is the number of the run."""
    least = None
    silence = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    for run in range(runs):
        process = os.posix_spawn(command[0], [word.replace("#", str(run)) for word in command], os.environ, file_actions=silence)
        _, status, usage = os.wait4(process, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            sys.exit(f"failed: {' '.join(command)}")
        taken = 1000 * (usage.ru_utime + usage.ru_stime)
        least = taken if least is None else min(least, taken)
    return least


def main():
    cofnod, _, *files = sys.argv[1:]
    text = games_of(files or sorted(subprocess.run(["find", os.path.join(root, "sample-data", "chess"), "-name", "*.pgn"], check=True, capture_output=True, text=True).stdout.split()))
    with tempfile.TemporaryDirectory(dir=os.environ.get("SCRATCH")) as folder:
        database = os.path.join(folder, "million.db")
        with subprocess.Popen([cofnod, "import", "--quiet", database, "-"], stdin=subprocess.PIPE) as importing:
            for copy in copies(text):
                importing.stdin.write(copy)
        start = cpu([cofnod, "search", database, "--ids", "1", "--count"])
        player = subprocess.run([cofnod, "players", database, "--limit", "1", "--csv"], check=True, capture_output=True, text=True).stdout.splitlines()[1]
        name = player[1 : player.index('"', 1)] if player.startswith('"') else player.split(",")[0]

        def measure(what, bar, *words):
            bars.row(what, cpu([cofnod, words[0], database, *words[1:]]) - start, bar, "ms")

        bars.row("start of a command", start, None, "ms")
        for order in ("white", "-date", "event", "round", "-elo", "plies", "date,event,round"):
            measure(f"search --sort={order} --limit 50", 15, "search", f"--sort={order}", "--limit", "50")
        measure("search --sort=-date --page-after N --limit 50", 15, "search", "--sort=-date", "--limit", "50", "--page-after", str(wanted // 2))
        measure("search --unique --count", 50, "search", "--unique", "--count")
        measure("player, the one with most games", 30, "player", name)
        measure("players --limit 50", 20, "players", "--limit", "50")
        measure("tree", None, "tree")
        measure("set of one tag", 5, "set", "5", "Event=Foo #")
        measure("tree after it", 60, "tree")
        measure("search --fen --count after it", 15, "search", "--fen", "startpos", "--count")
    sys.exit(1 if bars.missed else 0)


if __name__ == "__main__":
    main()
