"""An export that is killed, interrupted or finds no room leaves nothing that looks like one."""

import os
import shutil
import signal
import subprocess
import time

from harness import equal, holds, main


def start(archive, folder, *options):
    return subprocess.Popen([archive.cofnod, "export", "--quiet", archive.database, "--format", "parquet", "-o", folder, *options],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def ended_by(what, archive, folder):
    """Sends a signal after a while, sooner each time; returns how many exports it ended."""
    ended = 0
    for milliseconds in range(40, 0, -2):
        process = start(archive, folder, "--partition", "year", "--boards", "--with-text")
        time.sleep(milliseconds / 1000)
        process.send_signal(what)
        process.communicate()
        if process.returncode == 0:
            shutil.rmtree(folder)
            continue
        ended += 1
        holds(not os.path.exists(folder), f"{folder} is there after signal {what}")
    return ended


def a_killed_export_is_not_there(archive):
    holds(ended_by(signal.SIGKILL, archive, os.path.join(archive.folder, "killed")) > 0, "an export was killed")


def an_interrupted_export_leaves_nothing(archive):
    holds(ended_by(signal.SIGINT, archive, os.path.join(archive.folder, "interrupted")) > 0, "an export was interrupted")
    equal([name for name in os.listdir(archive.folder) if name.startswith("interrupted")], [], "what is left")


def without_room_the_old_export_stays(archive):
    folder = archive.export("kept", "--tables", "game")
    before = sorted(os.listdir(folder))
    larger, games = os.path.join(archive.folder, "larger.db"), os.path.join(archive.folder, "larger.pgn")
    with open(games, "w", encoding="utf-8") as file:
        file.write(3 * archive.run("export", archive.database))
    archive.run("import", "--quiet", larger, games)
    # More than the file that SQLite keeps beside a database, less than that of the positions.
    limited = subprocess.run(["prlimit", "--fsize=40000", archive.cofnod, "export", larger, "--format", "parquet", "-o", folder, "--overwrite"],
                             check=False, capture_output=True, text=True)
    equal((limited.returncode, "is the disk full?" in limited.stderr), (6, True), limited.stderr)
    equal(sorted(os.listdir(folder)), before, "the old export")
    equal([name for name in os.listdir(archive.folder) if name.startswith("kept.")], [], "what is left")


if __name__ == "__main__":
    main((a_killed_export_is_not_there, an_interrupted_export_leaves_nothing, without_room_the_old_export_stays))
