"""The sqlite3 shell with the extension under valgrind: no error, nothing lost, and it ends well."""

import os
import shutil
import subprocess
import sys

from harness import equal, holds, run_tests, skip


def run_shell(archive, *before):
    script = os.path.join(archive.root, "tests", "sqlite", "questions.sql")
    return subprocess.run([*before, "sqlite3", archive.path, f".load {archive.extension}", f".read {script}"], check=False, capture_output=True, text=True)


def the_shell_ends_well(archive):
    done = run_shell(archive)
    holds("finaliz" not in done.stderr, done.stderr)
    equal(done.stderr.count("error near line"), 4, f"errors of four statements that are wrong:\n{done.stderr}")
    holds(len(done.stdout.splitlines()) >= 40, "what is found")


def nothing_is_lost(archive):
    log = os.path.join(archive.folder, "valgrind.log")
    done = run_shell(archive, "valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect", "--errors-for-leak-kinds=definite,indirect", "--error-exitcode=99", f"--log-file={log}")
    with open(log, encoding="utf-8") as file:
        text = file.read()
    holds(done.returncode != 99 and not text.strip(), text)
    equal(done.stdout, run_shell(archive).stdout, "answers under valgrind")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    if not shutil.which("sqlite3"):
        skip("install sqlite3")
    tests = [the_shell_ends_well]
    if shutil.which("valgrind"):
        tests.append(nothing_is_lost)
    else:
        print("skipped: install valgrind to look for lost memory")
    run_tests(tests)
