"""`cmake --install` puts the library where the installed program finds it: `installed.py COFNOD ROOT BUILD`."""

import os
import subprocess
import sys

from harness import equal, run_tests


def the_installed_program_finds_its_library(archive):
    prefix = os.path.join(archive.folder, "installed")
    subprocess.run(["cmake", "--install", sys.argv[3], "--prefix", prefix], check=True, capture_output=True)
    found = "SELECT count(*) FROM cofnod_search WHERE pieces = 'Pd4 nd5'"
    expected = archive.connect().execute(found).fetchone()[0]
    archive.extension = subprocess.run([os.path.join(prefix, "bin", "cofnod"), "sqlite", "--path"], check=True, capture_output=True, text=True).stdout.strip()
    equal(os.path.commonpath([archive.extension, prefix]), prefix, "its place")
    equal(archive.connect().execute(found).fetchone()[0], expected, "what it finds")


def without_it_the_program_says_so(archive):
    prefix = os.path.join(archive.folder, "installed")
    os.remove(f"{archive.extension}.so")
    done = subprocess.run([os.path.join(prefix, "bin", "cofnod"), "sqlite"], check=False, capture_output=True, text=True)
    equal((done.returncode != 0, "the extension of SQLite is not installed" in done.stderr, done.stdout), (True, True, ""), "an error")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    run_tests([the_installed_program_finds_its_library, without_it_the_program_says_so])
