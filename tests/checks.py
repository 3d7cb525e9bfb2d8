"""What tests and benches written in Python share. Their harnesses find it: `from harness import equal, holds, skip`."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import traceback

skipped = 77  # ctest takes it for that


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(skipped)


class Failure(Exception):
    pass


def equal(found, expected, what):
    if found != expected:
        raise Failure(f"{what}:\n  found    {found!r}\n  expected {expected!r}")


def holds(condition, what):
    if not condition:
        raise Failure(what)


def failures_of(tests, *arguments):
    """Calls each test with the arguments; its name says what would be false if it failed. Returns how many did."""
    failed = 0
    for test in tests:
        try:
            test(*arguments)
            print(f"passed  {test.__name__}", flush=True)
        except Exception as error:  # pylint: disable=broad-except  # the others are run all the same
            failed += 1
            print(f"FAILED  {test.__name__}: {error if isinstance(error, Failure) else traceback.format_exc()}", flush=True)
    return failed


def pace():
    """Returns how many times as long as on the machine of the bars a peer takes here: `pgn-extract -r` of the games of
    BENCHMARKS.md, 3.03 s of the processor there. 1 without the peer, or without the games of COFNOD_DATA."""
    games = os.path.join(os.environ.get("COFNOD_DATA", ""), "medium.pgn.zst")
    peer = shutil.which("pgn-extract", path=os.environ["PATH"] + ":/usr/games")
    if not peer or not os.path.isfile(games):
        return 1
    rounds = []
    with tempfile.NamedTemporaryFile(suffix=".pgn") as text:
        subprocess.run(["zstd", "-dc", games], stdout=text, check=True)
        for _ in range(2):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([peer, "-s", "-r", text.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            rounds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(rounds) / 3.03


class Bars:
    """A table of measured values, each beside its bar. Bars are those of the machine that they were set on; those of time
    are multiplied by the pace of this one."""

    def __init__(self):
        self.missed = 0
        self.pace = None

    def row(self, what, value, bar, unit, note=""):
        """Prints a line; `bar` None: for information."""
        if self.pace is None:
            self.pace = pace()
            print(f"        pgn-extract takes {self.pace:.2f} times as long as on the machine of the bars: so may each time")
        if bar is not None and unit in ("s", "ms", "us", "ns"):
            bar *= self.pace
        is_missed = bar is not None and value > bar
        self.missed += is_missed
        limit = "" if bar is None else f"<= {bar:.4g} {unit}"
        print(f"{'MISSED' if is_missed else '      '}  {what:<56} {value:>9.2f} {unit:<8} {limit:<14} {note}".rstrip(), flush=True)
