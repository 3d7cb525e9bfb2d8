"""sqlite-utils and Datasette with the extension, where they are installed; and the descriptions for Datasette."""

import json
import os
import re
import shutil
import subprocess
import sys

from harness import equal, holds, run_tests

# A value for each parameter of the queries for Datasette, with which every query finds something.
values = {"fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", "moves": "1. e4 e5", "pieces": "Pd4 nd5", "material": "KRP* v KRP*", "cql": "mate", "player": "lasker",
          "notation": "cy", "game": 36}


def metadata(archive):
    return json.loads(archive.run("schema", "datasette", archive.path))["databases"]


def descriptions_name_what_is_there(archive):
    connection = archive.connect()
    described = metadata(archive)
    equal(list(described), ["games"], "the name of the database")
    for table, about in described["games"]["tables"].items():
        names = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        holds(names, f"there is no table {table}")
        equal(set(about.get("columns", {})) - names, set(), f"columns of {table} that are not there")
        holds(about.get("label_column", "id") in names, f"the label of {table}")
    connection.close()


def queries_find_something(archive):
    connection = archive.connect()
    for name, query in metadata(archive)["games"]["queries"].items():
        asked = {word: values[word] for word in re.findall(r"(?<!:):(\w+)", query["sql"])}
        holds(connection.execute(query["sql"], asked).fetchone() is not None, f"{name} finds nothing")
        holds("title" in query, f"{name} has no title")
    connection.close()


def commands_that_are_printed_work(archive):
    """Each line of `cofnod sqlite` whose program is installed."""
    printed = archive.run("sqlite")
    found = "SELECT count(*) AS found FROM cofnod_search WHERE pieces = 'Pd4 nd5'"
    expected = archive.connect().execute(found).fetchone()[0]
    for program in ("sqlite-utils", "datasette"):
        holds(program in printed.lower(), f"{program} is in the list")
        if not shutil.which(program):
            print(f"        skipped: install {program} to test it")
    lines = {line.split()[0]: line.split(None, 1)[1] for line in printed.splitlines() if line[:1].strip()}
    done = subprocess.run(["sqlite3", archive.path, lines["sqlite3"], found], check=True, capture_output=True, text=True)
    equal(int(done.stdout), expected, "the line for sqlite3")
    python = "\n".join(line.strip().removeprefix("Python").strip() for line in printed.splitlines() if "connection." in line)
    program = f"import sqlite3\nconnection = sqlite3.connect({archive.path!r})\n{python}\nprint(connection.execute({found!r}).fetchone()[0])"
    equal(int(subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout), expected, "the lines for Python")
    if shutil.which("sqlite-utils"):
        command = lines["sqlite-utils"].replace("games.db", archive.path).replace("'SELECT ...'", f'"{found}"')
        equal(json.loads(subprocess.run(command, shell=True, check=True, capture_output=True, text=True).stdout), [{"found": expected}], "the line for sqlite-utils")
    if shutil.which("datasette"):
        command = lines["Datasette"].replace("games.db", archive.path)
        described = os.path.join(archive.folder, "metadata.json")
        with open(described, "w", encoding="utf-8") as file:
            file.write(archive.run("schema", "datasette", archive.path))
        done = subprocess.run(f"{command} --metadata {described} --get '/games/pieces.json?pieces=Pd4+nd5&_shape=array'", shell=True, check=True, capture_output=True, text=True)
        equal(len(json.loads(done.stdout)), expected, "a query of Datasette")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    run_tests([descriptions_name_what_is_there, queries_find_something, commands_that_are_printed_work])
