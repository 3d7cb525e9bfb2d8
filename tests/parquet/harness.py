"""An export of the sample data, and tests that are named by what would be false if they failed."""

import os
import shutil
import subprocess
import sys
import tempfile


sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import Failure, equal, failures_of, holds, skip  # noqa: E402, F401  # pylint: disable=wrong-import-position


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
    try:
        failed = failures_of(tests, archive)
    finally:
        shutil.rmtree(archive.folder)
    sys.exit(1 if failed else 0)
