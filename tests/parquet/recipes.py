"""The recipes of src/export/README.md give what stands below them; COFNOD_GOLDEN_UPDATE=1 writes what they give."""

import json
import os
import re

from engines import DuckDB
from harness import equal, holds, main

recipe = re.compile(r"```sql\n(.*?)```\n```csv\n(.*?)```", re.DOTALL)


def answer(duckdb, sql):
    names = [row[0] for row in duckdb.rows(f"DESCRIBE {sql.strip().rstrip(';')}")]
    return "".join(",".join(str(cell) for cell in row) + "\n" for row in [names, *duckdb.rows(sql)])


def recipes_give_what_stands_below_them(archive):
    page = os.path.join(archive.root, "src", "export", "README.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    duckdb = DuckDB(archive.build)
    games = archive.export("games")
    archive.export(os.path.join("games", "positions"), "--rows", "plies")
    os.chdir(games)
    if os.environ.get("COFNOD_GOLDEN_UPDATE"):
        with open(page, "w", encoding="utf-8") as file:
            file.write(recipe.sub(lambda found: f"```sql\n{found[1]}```\n```csv\n{answer(duckdb, found[1])}```", text))
        return
    recipes = recipe.findall(text)
    holds(len(recipes) >= 4, "recipes are found")
    for sql, expected in recipes:
        equal(answer(duckdb, sql), expected, sql)


def the_example_of_an_export_runs_in_its_folder(archive):
    folder = archive.export("example")
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as file:
        sql = re.search(r"```sql\n(.*?)```", file.read(), re.DOTALL)[1]
    os.chdir(folder)
    rows = DuckDB(archive.build).rows(sql)
    tree = json.loads(archive.run("tree", archive.database, "--after", "1. e4", "--json"))["moves"]
    equal(sorted(int(games) for _, games, _ in rows), sorted(move["games"] for move in tree), "games by move")


if __name__ == "__main__":
    main((recipes_give_what_stands_below_them, the_example_of_an_export_runs_in_its_folder))
