"""An export of the sample data, and tests that are named by what would be false if they failed."""

import os
import shutil
import subprocess
import sys
import tempfile
import traceback


class Failure(Exception):
    pass


def equal(found, expected, what):
    if found != expected:
        raise Failure(f"{what}: found {found!r}, expected {expected!r}")


class Archive:
    """A database of the sample data in a folder of its own."""

    def __init__(self):
        self.cofnod, self.root, self.build = (os.path.abspath(path) for path in sys.argv[1:4])
        self.folder = tempfile.mkdtemp(prefix="cofnod-columns-")
        self.database = os.path.join(self.folder, "games.db")
        self.run("import", "--quiet", self.database, os.path.join(self.root, "sample-data"))

    def run_any(self, *arguments, allowed=(0, 1)):
        """Runs a command, which may find nothing; returns what it prints."""
        done = subprocess.run([self.cofnod, *arguments], check=False, capture_output=True, text=True)
        if done.returncode not in allowed:
            raise Failure(f"cofnod {' '.join(arguments)}: exit {done.returncode}: {done.stderr}")
        return done.stdout

    def run(self, *arguments):
        """Runs a command; returns what it prints."""
        return self.run_any(*arguments, allowed=(0,))

    def export(self, name, *options):
        """Writes Parquet files into a new folder, and returns it."""
        folder = os.path.join(self.folder, name)
        self.run("export", "--quiet", self.database, "--format", "parquet", "-o", folder, *options)
        return folder


def main(tests):
    """Runs tests that take the archive."""
    archive = Archive()
    failed = 0
    try:
        for test in tests:
            try:
                test(archive)
                print(f"passed  {test.__name__}")
            except Exception as error:  # the others are run all the same
                failed += 1
                print(f"FAILED  {test.__name__}: {error if isinstance(error, Failure) else traceback.format_exc()}")
    finally:
        shutil.rmtree(archive.folder)
    sys.exit(1 if failed else 0)
