#!/usr/bin/python3 -B
"""Documents with scores against the truth beside them: python3 documents.py COFNOD

The documents are in $COFNOD_DATA/documents, whose README says how they were made.
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import Failure, equal, skip  # noqa: E402


def truth(path):
    """Returns the moves of each game in UCI."""
    with path.open(encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row[-1].split() for row in rows[1:]]


def right_plies(found, known):
    """Returns how many plies at the start of each known game the best of the games found has."""
    def common(one, other):
        count = 0
        for a, b in zip(one, other):
            if a != b:
                break
            count += 1
        return count

    return sum(max([common(game, moves) for game in found] or [0]) for moves in known)


class Documents:
    def __init__(self, cofnod, scratch):
        self.cofnod, self.scratch, self.count = cofnod, scratch, 0

    def read(self, path, *options):
        """Returns the games of a file: UCI moves, and whether each is called complete."""
        self.count += 1
        database = self.scratch / f"{self.count}.db"
        done = subprocess.run([self.cofnod, "import", database, path, *options], capture_output=True, text=True, check=False)
        if not database.exists():
            return [], done
        rows = subprocess.run([self.cofnod, "export", database, "--ndjson"], capture_output=True, text=True, check=False).stdout
        return [json.loads(row) for row in rows.splitlines()], done


def main():
    data = os.environ.get("COFNOD_DATA")
    if not data or not Path(data, "documents").is_dir():
        skip("COFNOD_DATA names no folder with documents")
    folder, failed = Path(data, "documents"), 0
    with tempfile.TemporaryDirectory() as scratch:
        documents = Documents(sys.argv[1], Path(scratch))

        def check(path, known, least, *options):
            nonlocal failed
            games, _ = documents.read(path, *options)
            moves = [game["uci"].split() for game in games]
            right, all_plies = right_plies(moves, known), sum(map(len, known))
            whole = sum(game in moves for game in known)
            wrong = sum(game["state"] == "complete" and game["plies"] > 0 and game["uci"].split() not in known for game in games)
            is_held = right >= least * all_plies and wrong == 0
            failed += not is_held
            print(f"{'passed' if is_held else 'FAILED'}  {path.relative_to(folder)}: {right} of {all_plies} plies, {whole} of {len(known)} games whole, {wrong} wrong called complete", flush=True)

        for path in sorted((folder / "office").iterdir()):
            if ".truth" not in path.name:
                check(path, truth(folder / "office" / f"{path.name.split('.')[0]}.truth.tsv"), 1)
        for path in sorted((folder / "figurine-text").iterdir()):
            if path.name != "truth.tsv":
                check(path, truth(folder / "figurine-text" / "truth.tsv"), 1)
        def strings_of(path):
            """Returns the boxes of the words of ALTO."""
            return {tuple(int(each.get(name)) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")) for each in ElementTree.parse(path).iter() if each.tag.endswith("}String")}

        def check_places(path):
            """Every problem stands at words of ALTO: at one, or at several of a line."""
            nonlocal failed
            boxes, wrong, count = strings_of(path), 0, 0
            done = subprocess.run([documents.cofnod, "check", path, "--json"], capture_output=True, text=True, check=False)
            for problem in json.loads(done.stdout)["problems"]:
                x, y, width, height = problem["box"] or (0, 0, 0, 0)
                within = [box for box in boxes if box[0] >= x and box[1] >= y and box[0] + box[2] <= x + width and box[1] + box[3] <= y + height]
                is_tight = within and (min(box[0] for box in within), max(box[0] + box[2] for box in within)) == (x, x + width)
                wrong += problem["page"] != 1 or not is_tight
                count += 1
            failed += wrong > 0
            print(f"{'FAILED' if wrong else 'passed'}  {path.relative_to(folder)}: {count} problems, {wrong} of them not at their words", flush=True)

        for page in sorted(folder.glob("[01]*")):
            for name in ("ocr.alto.xml", "ocr.alto2.xml"):
                if (page / name).exists():
                    check_places(page / name)
            if (page / "mets.xml").exists():
                moves = [sorted(game["uci"] for game in documents.read(page / name)[0]) for name in ("mets.xml", "ocr.alto2.xml")]
                failed += moves[0] != moves[1]
                print(f"{'passed' if moves[0] == moves[1] else 'FAILED'}  {page.name}: METS gives the games of its ALTO", flush=True)
        for page in sorted(folder.glob("[01]*")):
            known = truth(page / "truth.tsv")
            check(page / "page.html", known, 1)
            for kind in ("alto.xml", "alto2.xml", "page.xml", "hocr", "tsv", "txt"):
                if (page / f"ocr.{kind}").exists():
                    check(page / f"ocr.{kind}", known, 0)
            check(page / "page.pdf", known, 0.9 if "-ar-" in page.name else 0.98)
    sys.exit(failed > 0)


main()
