"""What tests and benches written in Python share. Their harnesses find it: `from harness import equal, holds, skip`."""

import sys
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


class Bars:
    """A table of measured values, each beside its bar."""

    def __init__(self):
        self.missed = 0

    def row(self, what, value, bar, unit, note=""):
        """Prints a line; `bar` None: for information."""
        is_missed = bar is not None and value > bar
        self.missed += is_missed
        limit = "" if bar is None else f"<= {bar:g} {unit}"
        print(f"{'MISSED' if is_missed else '      '}  {what:<56} {value:>9.2f} {unit:<8} {limit:<14} {note}".rstrip(), flush=True)
