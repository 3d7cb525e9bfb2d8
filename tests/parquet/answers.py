"""Questions of tests/sqlite/questions, answered by DuckDB from the files: the same games, plies and moves as the command.

What the files do not hold (patterns, variations, moves of Camelot by name) is not asked; how much is, is checked too.
"""

import json
import os
import re
import shlex

from engines import DuckDB
from harness import Failure, equal, holds, main

flags = {"--flip"}
not_held = {"--cql", "--lines", "--played", "--moves"}
letters = "PNBRQKpnbrqk"
board_columns = [f"{color}_{name}" for color in ("white", "black") for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings")]


class NotHeld(Exception):
    """The files do not answer this."""


def number_of(square):
    return "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)


def days(date):
    """Returns the first and the last number of a date: 19500600 and 19500631."""
    parts = [int(part) for part in date.split(".")]
    number = sum(part * unit for part, unit in zip(parts, (10000, 100, 1)))
    return number, number + (1231, 31, 0)[len(parts) - 1]


def contains(column, value):
    return f"contains(lower({column}), lower('{value}'))"


headers = {
    "--player": lambda value: f"({contains('white_key', value)} OR {contains('black_key', value)})",
    "--white": lambda value: contains("white_key", value),
    "--black": lambda value: contains("black_key", value),
    "--event": lambda value: contains("event", value),
    "--site": lambda value: contains("site", value),
    "--source": lambda value: contains("source", value),
    "--opening": lambda value: contains("opening", value),
    "--eco": lambda value: f"starts_with(opening_eco, '{value}')",
    "--result": lambda value: f"result = {['*', '1-0', '0-1', '1/2-1/2'].index(value)}",
    "--state": lambda value: f"state = {['complete', 'incomplete', 'rejected'].index(value)}",
    "--game": lambda value: f"kind = {['chess', 'camelot'].index(value) + 1}",
    "--written-in": lambda value: f"list_contains(string_split(notation, '/'), '{value}')",
    "--since": lambda value: f"date >= {days(value)[0]}",
    "--until": lambda value: f"date BETWEEN 1 AND {days(value)[1]}",
    "--date": lambda value: f"date BETWEEN {days(value)[0]} AND {days(value)[1]}",
    "--min-plies": lambda value: f"plies >= {value}",
    "--max-plies": lambda value: f"plies <= {value}",
    "--any-elo": lambda value: f"greatest(white_elo, black_elo) >= {value.rstrip('-')}",
    "--min-elo": lambda value: f"least(white_elo, black_elo) >= {value}",
    "--ids": lambda value: " AND ".join(f"id {sign} {end}" for sign, end in zip((">=", "<="), (value.split("-") * 2)[:2]) if end),
    "--page-after": lambda value: f"id > {value}",
}


def header_conditions(options):
    conditions = []
    for option, value in options:
        if option.startswith("--not-"):
            conditions.append(f"NOT ({headers['--' + option[6:]](value)})")
        elif option in headers:
            conditions.append(headers[option](value))
    return " AND ".join(conditions) or "true"


def pieces(text):
    """Returns SQL for the games with these pieces on their squares at once, and the first ply at which they are."""
    if not re.fullmatch(rf"([{letters}][a-h][1-8] ?)+", text):
        raise NotHeld(text)
    stays = [64 * letters.index(piece[0]) + number_of(piece[1:]) for piece in text.split()]
    first = f"greatest({', '.join(f's{i}.first' for i in range(len(stays)))})"
    last = f"least({', '.join(f's{i}.last' for i in range(len(stays)))})"
    joined = "stay AS s0" + "".join(f" JOIN stay AS s{i} ON s{i}.game = s0.game" for i in range(1, len(stays)))
    squares = " AND ".join(f"s{i}.ps = {ps}" for i, ps in enumerate(stays))
    return f"SELECT s0.game, min({first}) AS ply FROM {joined} WHERE {squares} AND {first} <= {last} GROUP BY s0.game"


def placement(text):
    """Returns SQL for the games with a position of these pieces and no others, as bitboards."""
    boards, square = dict.fromkeys(letters, 0), 56
    for letter in text:
        if letter == "/":
            square -= 16
        elif letter.isdigit():
            square += int(letter)
        else:
            boards[letter] |= 1 << square
            square += 1
    signed = {letter: squares - (squares >> 63 << 64) for letter, squares in boards.items()}
    return " AND ".join(f"{column} = {signed[letter]}" for column, letter in zip(board_columns, letters))


def material(text, is_flipped):
    """Returns SQL for the games with this material."""

    def sides(white, black):
        conditions = []
        for i, side in enumerate((white, black)):
            for j, piece in enumerate("PNBRQ"):
                count = f"m.signature >> {4 * (5 * i + j)} & 15"
                found = re.findall(rf"{piece}([*+]?)", side)
                least = sum(1 for sign in found if sign != "*")
                conditions.append(f"{count} {'>=' if any(found) else '='} {least}")
        return f"({' AND '.join(conditions)})"

    white, black = re.split(r"\s*v\s*", text)
    wanted = sides(white, black) + (f" OR {sides(black, white)}" if is_flipped else "")
    return f"SELECT DISTINCT m.game FROM material AS m WHERE {wanted}"


class Columns:
    """Answers by SQL over the files."""

    def __init__(self, archive):
        self.archive, self.duckdb = archive, DuckDB(archive.build)
        folder = archive.export("columns", "--boards")
        for table in ("game", "pos", "stay", "material", "board"):
            self.duckdb.rows(f"CREATE VIEW {table} AS SELECT * FROM '{folder}/{table}/**/*.parquet'")

    def key(self, options):
        """Returns the key of the position that is asked for, as `tree` names it."""
        place = [word for option, value in options if option in ("--fen", "--after", "--from-notation", "--game") for word in (option, value)]
        answer = json.loads(self.archive.run_any("tree", self.archive.database, "--json", *place))
        key = int(answer["key"], 16)
        return key - (key >> 63 << 64)

    def games(self, options):
        """Returns SQL for the games that meet the conditions on moves; ply is NULL where the files do not have it."""
        asked = dict(options)
        if not_held & asked.keys() or asked.get("--game") == "camette":
            raise NotHeld("patterns, variations, moves and boards of Camelot")
        conditions = []
        if "--pieces" in asked:
            conditions.append(pieces(asked["--pieces"]))
        if "--material" in asked:
            conditions.append(f"SELECT game, NULL AS ply FROM ({material(asked['--material'], '--flip' in asked)})")
        fields = asked.get("--fen", "").split()
        if "?" in fields:
            raise NotHeld("a position in part")
        if len(fields) == 1:
            conditions.append(f"SELECT game, min(ply) AS ply FROM board WHERE {placement(fields[0])} GROUP BY game")
        elif len(fields) == 2:
            conditions.append(f"SELECT game, min(ply) AS ply FROM board WHERE {placement(fields[0])} AND ply % 2 = {'wb'.index(fields[1])} GROUP BY game")
        elif fields or "--after" in asked:
            conditions.append(f"SELECT game, NULL AS ply FROM pos WHERE key = {self.key(options)} AND again = 0")
        if len(conditions) > 1:
            raise NotHeld("two conditions at one position")
        return conditions[0] if conditions else None

    def search(self, options):
        found, limit = self.games(options), dict(options).get("--limit")
        moves = f"JOIN ({found}) AS f ON f.game = g.id" if found else ""
        return self.duckdb.rows(f"SELECT g.id, {'f.ply' if found else 'NULL'} FROM game AS g {moves} WHERE {header_conditions(options)} ORDER BY g.id"
                                + (f" LIMIT {limit}" if limit else ""))

    def tree(self, options):
        if "--lines" in dict(options):
            raise NotHeld("variations")
        return self.duckdb.rows(f"""SELECT count(*), sum((p.result = 1)::INT), sum((p.result = 3)::INT), sum((p.result = 2)::INT)
            FROM pos AS p WHERE p.key = {self.key(options)} AND p.move > 0 AND p.again <> 1
                AND p.game IN (SELECT id FROM game WHERE {header_conditions(options)}) GROUP BY p.move""")


def ask(columns, archive, line):
    """Asks a question of both."""
    _, command, *words = shlex.split(line)
    options = []
    while words:
        option = words.pop(0)
        options.append((option, None if option in flags else words.pop(0)))
    arguments = [word for option in options for word in option if word is not None]
    found = columns.search(options) if command == "search" else columns.tree([*options, *([] if any(option == "--game" for option, _ in options) else [("--game", "chess")])])
    expected = json.loads(archive.run_any(command, archive.database, "--json", *arguments) or '{"games": []}')
    if command == "tree":
        wanted = [tuple(str(move[name]) for name in ("games", "white_wins", "draws", "black_wins")) for move in expected["moves"]]
        return equal(sorted(found), sorted(wanted), line)
    has_plies = all(ply is not None for _, ply in found)
    wanted = [(str(game["id"]), str(game["ply"]) if has_plies and game["ply"] is not None else None) for game in expected["games"]]
    return equal(found, wanted, line)


def duckdb_answers_as_the_command_does(archive):
    columns, asked, left_out, wrong = Columns(archive), 0, [], []
    with open(os.path.join(archive.root, "tests", "sqlite", "questions"), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    for line in lines:
        try:
            ask(columns, archive, line)
            asked += 1
        except NotHeld:
            left_out.append(line)
        except (Failure, RuntimeError, KeyError, ValueError) as error:
            wrong.append(f"{line}: {error}")
    if wrong:
        raise Failure("\n".join(wrong))
    print(f"        {asked} questions; {len(left_out)} that the files do not hold")
    holds(asked >= 60, "60 questions are asked")


if __name__ == "__main__":
    main((duckdb_answers_as_the_command_does,))
