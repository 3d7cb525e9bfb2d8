"""Compares the tables of features.md with the files: `listed.py COFNOD ROOT`.

Each file of the page is there, each test is one that its program runs, and every feature has one, but for those of later.
"""

import ast
import os
import re
import sys

from harness import equal, failures_of, holds


def tests_of(path):
    """Returns the names of the tests that a program hands to main()."""
    with open(path, encoding="utf-8") as file:
        calls = [node for node in ast.walk(ast.parse(file.read())) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "main" and node.args]
    return {test.id for call in calls for test in call.args[0].elts}


class Tables:
    def __init__(self, root):
        self.root, self.folder = root, os.path.join(root, "tests", "web")
        with open(os.path.join(self.folder, "features.md"), encoding="utf-8") as file:
            self.text = file.read()
        self.features = [row.split(" | ") for row in re.findall(r"^\| (\d+ \| [MSWL] \| .*) \|$", self.text, re.MULTILINE)]


def every_feature_is_listed_with_a_file_and_a_test(tables):
    equal([int(number) for number, *_ in tables.features], list(range(1, 52)), "numbers")
    kinds = [kind for _, kind, *_ in tables.features]
    equal({kind: kinds.count(kind) for kind in "MSWL"}, {"M": 29, "S": 12, "W": 8, "L": 2}, "must, should, wow, later")
    for number, kind, what, where, tests in tables.features:
        if kind == "L" and where == "–":
            continue
        file = where.strip("`")
        holds(os.path.exists(os.path.join(tables.root, "src", "web", "page", file)), f"{number}: {file} of {what}")
        holds(re.search(r"`\w+\.\w+`", tests), f"{number}: a test of {what}")


def every_test_that_is_named_is_run(tables):
    named = [(file, test) for file, test in re.findall(r"`(\w+)\.(\w+)`", tables.text) if test not in ("js", "html", "css", "py")]
    holds(len(named) > 100, f"{len(named)} tests")
    with open(os.path.join(tables.folder, "CMakeLists.txt"), encoding="utf-8") as file:
        programs = set(re.search(r"foreach\(name ([^)]*)\)", file.read()).group(1).split())
    for file, test in named:
        holds(file in programs, f"{file}.py is run")
        holds(test in tests_of(os.path.join(tables.folder, f"{file}.py")), f"{file}.py runs {test}")


if __name__ == "__main__":
    sys.exit(1 if failures_of([every_feature_is_listed_with_a_file_and_a_test, every_test_that_is_named_is_run], Tables(sys.argv[2])) else 0)
