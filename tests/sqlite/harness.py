"""A database of the sample data, and connections that have loaded the extension: what the tests of it share.

Each test file is a program: `NAME.py COFNOD ROOT BUILD`. It exits with 77, which ctest takes for skipped, where Python cannot
load extensions.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import Bars, Failure, equal, failures_of, holds, skip  # noqa: E402, F401  # pylint: disable=wrong-import-position


def refused(work, *parts, error=sqlite3.OperationalError):
    """Runs what must fail, with a message that has all these parts."""
    try:
        answer = work()
    except error as caught:
        for part in parts:
            holds(part in str(caught), f"{str(caught)!r} does not say {part!r}")
        return
    raise Failure(f"not refused ({', '.join(parts)}): {answer!r}")


class Archive:
    """A database of the sample data in a folder of its own."""

    def __init__(self, cofnod, root, *archives):
        self.cofnod, self.root = cofnod, root
        self.folder = tempfile.mkdtemp(prefix="cofnod-sqlite-")
        self.path = self.make("games.db", *(archives or [os.path.join(root, "sample-data")]))
        self.extension = self.run("sqlite", "--path").strip()

    def make(self, name, *archives):
        path = os.path.join(self.folder, name)
        self.run("import", "--quiet", path, *archives)
        return path

    def run(self, *arguments, code=0):
        done = subprocess.run([self.cofnod, *arguments], check=False, capture_output=True)
        if code is not None and done.returncode != code:
            raise Failure(f"cofnod {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr.decode()}")
        return done.stdout.decode()

    def connect(self, path=None, entry=None, **options):
        """Opens a database and loads the extension, by the entry point named."""
        connection = sqlite3.connect(path or self.path, **options)
        connection.enable_load_extension(True)
        if entry is None:
            connection.load_extension(self.extension)
        else:  # Python has a parameter for it from 3.12 on
            connection.execute("SELECT load_extension(?, ?)", (self.extension, entry))
        connection.enable_load_extension(False)
        return connection

    def end(self):
        shutil.rmtree(self.folder)


def run_tests(tests, *archives):
    """Runs functions that take an Archive; prints the name of each, and exits with 1 if one failed."""
    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        skip("this Python cannot load extensions into SQLite; Debian's /usr/bin/python3 can")
    archive = Archive(*sys.argv[1:3], *archives)
    try:
        failed = failures_of(tests, archive)
    finally:
        archive.end()
    sys.exit(1 if failed else 0)
