"""Asks the questions of `questions` of the command and of the extension: the same games, plies and rows.

`equality.py COFNOD ROOT`; with COFNOD_DATA also those about an archive of 77,005 games, with the counts that other
programs have found in it.
"""

import json
import os
import shlex
import subprocess
import sys

from harness import Archive, Failure, equal, holds, run_tests

flags = {"--flip"}


class Question:
    def __init__(self, line):
        found, self.command, *words = shlex.split(line)
        self.line, self.is_empty, self.options = line, found == "none", []
        while words:
            option = words.pop(0)
            self.options.append((option, None if option in flags else words.pop(0)))

    def arguments(self):
        return [word for option, value in self.options for word in (option, value) if word is not None]


class Command:
    """Answers of the program, from what it prints as JSON."""

    def __init__(self, archive):
        self.archive = archive

    def ask(self, question):
        answer = json.loads(self.archive.run(question.command, self.archive.path, "--json", *question.arguments(), code=None) or "{}")
        if question.command == "tree":
            return answer["moves"]
        return [(game["id"], game["ply"]) for game in answer["games"]]


class Extension:
    """Answers by SQL: an option is a condition on the column of its name."""

    def __init__(self, archive):
        self.connection = archive.connect()
        self.columns = {table: [row[1] for row in self.connection.execute(f"PRAGMA table_xinfo({table})") if row[6] == 0]
                        for table in ("cofnod_search", "cofnod_tree")}

    def sql(self, question):
        """Returns what stands behind FROM, and the values."""
        table, conditions, values, limit = f"cofnod_{question.command}", [], [], ""
        for option, value in question.options:
            if option == "--limit":
                limit = f" LIMIT {int(value)}"
            elif option == "--page-after":
                conditions.append(f"game > {int(value)}")
            elif option == "--ids" and question.command == "search":
                first, _, last = value.partition("-")
                conditions.append(f"game BETWEEN {first} AND {last}" if last else f"game >= {first}" if value.endswith("-") else f"game = {first}")
            else:
                name = {"--game": "kind", "--not-game": "not_game"}.get(option, option[2:].replace("-", "_"))
                if name in self.columns[table]:
                    name = f"of_{name}"
                conditions.append(f"{name} = ?")
                values.append(value or "1")
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"{table}{where}", limit, values

    def ask(self, question):
        behind, limit, values = self.sql(question)
        if question.command == "tree":
            names = self.columns["cofnod_tree"]
            return [dict(zip(names, row)) for row in self.connection.execute(f"SELECT * FROM {behind}{limit}", values)]
        return self.connection.execute(f"SELECT game, ply FROM {behind} ORDER BY game{limit}", values).fetchall()

    def count(self, question):
        behind, limit, values = self.sql(question)
        return self.connection.execute(f"SELECT count(*) FROM (SELECT 1 FROM {behind}{limit})", values).fetchone()[0]


def ask_all(archive, lines):
    command, extension, wrong = Command(archive), Extension(archive), []
    for question in map(Question, lines):
        try:
            expected = command.ask(question)
            equal(not expected, question.is_empty, f"{question.line}: nothing is found by the command")
            equal(extension.ask(question), expected, question.line)
            equal(extension.count(question), len(expected), f"{question.line}: counted")
        except Exception as error:  # pylint: disable=broad-except
            wrong.append(f"{question.line}: {error}")
    if wrong:
        raise Failure("\n".join(wrong))
    return len(lines)


def lines_of(name):
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def answers_equal_those_of_the_command(archive):
    asked = ask_all(archive, lines_of("questions"))
    holds(asked >= 60, "fewer than 60 questions")
    print(f"        {asked} questions")


def counts_equal_those_of_other_programs(archive):
    data = os.path.join(os.environ.get("COFNOD_DATA", ""), "medium.pgn.zst")
    if not os.path.exists(data):
        print("        skipped: COFNOD_DATA names no folder with medium.pgn.zst")
        return
    games = os.path.join(archive.folder, "medium.pgn")
    with open(games, "wb") as file:
        subprocess.run(["zstd", "-dqc", data], check=True, stdout=file)
    large = Archive(archive.cofnod, archive.root, games)
    try:
        connection = large.connect()
        with open(os.path.join(archive.root, "tests", "acceptance", "questions.tsv"), encoding="utf-8") as file:
            table = [line.rstrip("\n").split("\t") for line in file if line.startswith("medium.pgn\t")]
        questions = [Question(f"some search {arguments}") for _, _, arguments in table]
        extension = Extension(large)
        for (_, games, _), question in zip(table, questions):
            equal(extension.count(question), int(games), question.line)
            equal(len(extension.ask(question)), int(games), question.line)
        ask_all(large, [f"some search --{kind} '{text}'" for kind, text in (
            ("material", "KRP v KR"), ("pieces", "Pd4 nd5 Nf3"), ("cql", "Pd4 nd5 not P[c,e]1-8"))] + ["some tree", "some tree --min-elo 2500 --since 1990"])
        connection.close()
    finally:
        large.end()


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    run_tests([answers_equal_those_of_the_command, counts_equal_those_of_other_programs])
