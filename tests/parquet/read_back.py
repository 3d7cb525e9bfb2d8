"""Two engines read the same rows from the files, and those that the schema promises."""

import csv
import json
import os
import sqlite3

from engines import DuckDB, read_with_hyparquet
from harness import equal, main

all_tables = ("--boards", "--with-text", "--rows", "plies", "--tables", "game,pos,stay,material")


def schema_of(folder):
    with open(os.path.join(folder, "schema.json"), encoding="utf-8") as file:
        return json.load(file)


def two_engines_read_the_same_rows(archive):
    folder, duckdb = archive.export("all", *all_tables), DuckDB(archive.build)
    as_text = {"blob": "lower(hex({0}))", "real": "CASE WHEN isnan({0}) THEN 'NaN' ELSE regexp_replace({0}::VARCHAR, '\\.0$', '') END"}
    for table in schema_of(folder)["tables"]:
        columns = ", ".join(as_text.get(column["type"], "{0}").format(column["name"]) for column in table["columns"])
        for file in table["files"]:
            path = os.path.join(folder, file["name"])
            rows = duckdb.rows(f"SELECT {columns} FROM read_parquet('{path}', file_row_number = true) ORDER BY file_row_number")
            metadata, others = read_with_hyparquet(archive.build, path)
            equal(len(rows), file["rows"], f"rows of {file['name']}")
            equal(others, rows, file["name"])
            equal(metadata["cofnod.schema"], "1", "version of the schema")


def types_are_those_of_the_schema(archive):
    folder, duckdb = archive.export("types", *all_tables), DuckDB(archive.build)
    types = {"int8": "TINYINT", "int16": "SMALLINT", "int32": "INTEGER", "int64": "BIGINT", "real": "DOUBLE", "text": "VARCHAR", "blob": "BLOB"}
    for table in schema_of(folder)["tables"]:
        found = [row[:2] for row in duckdb.rows(f"DESCRIBE SELECT * FROM '{folder}/{table['name']}/*.parquet'")]
        equal(found, [(column["name"], types[column["type"]]) for column in table["columns"]], table["name"])


def bounds_are_those_of_the_rows(archive):
    """Engines leave out row groups by their bounds: wrong ones lose rows."""
    folder, duckdb = archive.export("bounds", *all_tables), DuckDB(archive.build)
    for table in schema_of(folder)["tables"]:
        path = f"{folder}/{table['name']}/0001.parquet"
        stated = {name: (least, most) for name, least, most in duckdb.rows(f"SELECT path_in_schema, stats_min_value, stats_max_value FROM parquet_metadata('{path}')")}
        for column in table["columns"]:
            if stated[column["name"]][0] is not None:
                equal(stated[column["name"]], duckdb.rows(f"SELECT min({column['name']}), max({column['name']}) FROM '{path}'")[0], f"bounds of {table['name']}.{column['name']}")
        equal([column["name"] for column in table["columns"] if column["type"].startswith("int") and stated[column["name"]][0] is None], [], "numbers without bounds")


def rows_ascend_as_the_schema_says(archive):
    folder, duckdb = archive.export("order", *all_tables), DuckDB(archive.build)
    for table in schema_of(folder)["tables"]:
        keys, path = ", ".join(table["order"]), f"{folder}/{table['name']}/0001.parquet"
        equal(duckdb.rows(f"SELECT {keys} FROM '{path}'"), duckdb.rows(f"SELECT {keys} FROM '{path}' ORDER BY {keys}"), table["name"])


def partitions_have_all_rows(archive):
    duckdb = DuckDB(archive.build)
    whole, years, keys = archive.export("whole"), archive.export("years", "--partition", "year"), archive.export("keys", "--partition", "key:6")
    for table in ("game", "pos", "stay", "material"):
        columns = "* EXCLUDE chunk" if table == "game" else "*"
        wanted = duckdb.rows(f"SELECT {columns} FROM read_parquet('{whole}/{table}/**/*.parquet') ORDER BY ALL")
        for folder in (years, keys):
            equal(duckdb.rows(f"SELECT {columns} FROM read_parquet('{folder}/{table}/**/*.parquet', hive_partitioning = false) ORDER BY ALL"), wanted, f"{table} of {folder}")
    equal(duckdb.rows(f"SELECT count(*) FROM '{years}/game/**/*.parquet' WHERE year <> date // 10000"), [("0",)], "games in the folder of another year")


def text_is_that_of_the_pgn_export(archive):
    folder = archive.export("text", "--tables", "game", "--with-text")
    texts = DuckDB(archive.build).rows(f"SELECT string_agg(pgn, '' ORDER BY game) FROM '{folder}/record/*.parquet'")
    equal(texts, [(archive.run("export", archive.database),)], "PGN")


def positions_are_those_of_the_csv_export(archive):
    folder = archive.export("positions", "--rows", "plies")
    rows = DuckDB(archive.build).rows(f"""SELECT game, ply, CASE ply WHEN 0 THEN '' ELSE move END, uci, position, key, CASE WHEN isnan(clock) THEN NULL ELSE clock END,
        CASE WHEN isnan(elapsed) THEN NULL ELSE elapsed END, CASE WHEN isnan(evaluation) THEN NULL ELSE evaluation END, CASE mate WHEN 0 THEN NULL ELSE mate END FROM '{folder}/position/*.parquet' ORDER BY game, ply""")
    expected = list(csv.reader(archive.run("export", archive.database, "--rows", "plies").splitlines()))[1:]
    signed = lambda digits: str(int(digits, 16) - (int(digits, 16) >> 63 << 64))  # noqa: E731
    text = lambda value: "" if value is None else value.removesuffix(".0")  # noqa: E731
    equal([[text(cell) for cell in row] for row in rows], [row[:5] + [signed(row[5])] + [text(cell) for cell in row[6:]] for row in expected], "positions")
    equal(sorted(os.listdir(folder)), ["README.md", "chunk", "position", "schema.json"], "tables")


def a_file_of_rows_is_that_of_other_formats(archive):
    """A name that ends in .parquet is one file: the columns of the CSV, the values and the types of the JSON."""
    duckdb, path = DuckDB(archive.build), os.path.join(archive.folder, "rows.parquet")
    read = {"BIGINT": int, "DOUBLE": float, "VARCHAR": str}
    asked = {"fen": "VARCHAR", "uci": "VARCHAR", "evaluation": "DOUBLE", "clock": "DOUBLE", "mate": "BIGINT", "result": "VARCHAR", "white_elo": "BIGINT", "black_elo": "BIGINT"}
    for options in (["--rows", "plies", "--columns", ",".join(asked)], ["--rows", "plies"], ["--rows", "found", "--cql", "check", "--found", "all"], ["--material", "KRP v KR"], []):
        archive.run_any("export", "--quiet", "--overwrite", archive.database, *options, "-o", path)
        names = next(csv.reader(archive.run_any("export", "--quiet", archive.database, *options, "--csv").splitlines()))
        expected = [list(json.loads(line).values())[1:] for line in archive.run_any("export", "--quiet", archive.database, *options, "--ndjson").splitlines()]
        types = dict(row[:2] for row in duckdb.rows(f"DESCRIBE SELECT * FROM '{path}'"))
        equal(list(types), names, f"columns with {options}")
        if "--columns" in options:
            equal(types, asked, "types")
        columns = ", ".join(f'"{name}"' for name in names)
        texts = duckdb.rows(f"SELECT {columns} FROM read_parquet('{path}', file_row_number = true) ORDER BY file_row_number")
        rows = [[None if text is None else read[kind](text) for text, kind in zip(row, types.values())] for row in texts]
        nested = lambda found, value: json.loads(found or "[]") if isinstance(value, (dict, list)) else found  # noqa: E731
        equal([[nested(*both) for both in zip(row, values)] for row, values in zip(rows, expected)], expected, f"rows with {options}")
        equal(len(rows), len(expected), f"number of rows with {options}")
        metadata, others = read_with_hyparquet(archive.build, path)
        equal(metadata, {"schema_version": "1"}, "metadata")
        plain = lambda text: "null" if text is None else text.removesuffix(".0")  # noqa: E731
        equal(others, [tuple(plain(text) if kind == "DOUBLE" or text is None else text for text, kind in zip(row, types.values())) for row in texts], f"rows of hyparquet with {options}")


def openings_are_those_that_the_database_has(archive):
    folder = archive.export("openings", "--tables", "game")
    found = DuckDB(archive.build).rows(f"SELECT id, nullif(opening_eco, ''), nullif(opening, '') FROM '{folder}/game/*.parquet' ORDER BY id")
    with sqlite3.connect(archive.database) as database:
        expected = database.execute("SELECT id, opening_eco, opening FROM games_view ORDER BY id").fetchall()
    equal(found, [(str(game), eco, name) for game, eco, name in expected], "openings")


if __name__ == "__main__":
    main((positions_are_those_of_the_csv_export, a_file_of_rows_is_that_of_other_formats, openings_are_those_that_the_database_has, two_engines_read_the_same_rows, types_are_those_of_the_schema, bounds_are_those_of_the_rows, rows_ascend_as_the_schema_says, partitions_have_all_rows, text_is_that_of_the_pgn_export))
