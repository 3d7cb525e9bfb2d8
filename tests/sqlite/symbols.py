"""What the library shows and needs: two entry points out, no SQLite of its own, none linked."""

import subprocess
import sys

from harness import equal, holds, run_tests


def symbols(library, *how):
    return {line.split()[-1].split("@")[0] for line in subprocess.run(["nm", "-D", *how, library], check=True, capture_output=True, text=True).stdout.splitlines()}


def only_entry_points_are_shown(archive):
    equal(symbols(f"{archive.extension}.so", "--defined-only"), {"sqlite3_cofnod_init", "sqlite3_cofnodpure_init"}, "symbols shown")


def sqlite_is_that_of_the_host(archive):
    library = f"{archive.extension}.so"
    equal({name for name in symbols(library, "--undefined-only") if name.startswith("sqlite3")}, set(), "functions of SQLite that are linked")
    needed = subprocess.run(["readelf", "--dynamic", library], check=True, capture_output=True, text=True).stdout
    holds("libsqlite3" not in needed, needed)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    run_tests([only_entry_points_are_shown, sqlite_is_that_of_the_host])
