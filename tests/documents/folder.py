#!/usr/bin/python3 -B
"""A folder of 200 columns in every form that is read, made from sample-data: folder.py COFNOD ROOT"""

import bz2
import csv
import gzip
import io
import itertools
import json
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from html import escape
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent), str(Path(__file__).resolve().parent.parent / "databases")]
import samples  # noqa: E402
import writer  # noqa: E402
from checks import equal, failures_of, holds  # noqa: E402

COFNOD, ROOT = sys.argv[1], Path(sys.argv[2])
COUNT = 200
USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = {"cy": "TBCEM", "en": "KQRBN", "de": "KDTLS", "fr": "RDTFC", "nl": "KDTLP", "fig": "♔♕♖♗♘"}
PDF = shutil.which("pdftotext")


def run(*arguments, code=0, environment=None):
    done = subprocess.run([COFNOD, *map(str, arguments)], capture_output=True, text=True, check=False, env=environment)
    holds(done.returncode == code, f"{arguments} ends with {done.returncode}: {done.stderr}")
    return done


def games_of_samples(folder):
    database = folder / "samples.db"
    subprocess.run([COFNOD, "import", "-q", database, *sorted((ROOT / "sample-data/chess").glob("**/*.pgn"))], capture_output=True, check=False)
    rows = map(json.loads, run("export", database, "--ndjson").stdout.splitlines())
    games = [row for row in rows if row["state"] == "complete" and row["plies"] > 12 and row["start"] == USUAL and "--" not in row["moves"] and "Variant" not in row["tags"]]
    return list({game["uci"]: game for game in games}.values())


class Column:
    """A game as a column prints it."""

    def __init__(self, game, language, number):
        self.uci, self.result = game["uci"], game["result"]
        self.white, self.black = f"Ann Evans {number}", f"Mary Jones {number}"
        words = game["moves"].translate(str.maketrans("KQRBN", LETTERS[language])).split()
        self.moves = " ".join(f"{i // 2 + 1}.{word}" if i % 2 == 0 else word for i, word in enumerate(words)) + " " + self.result
        self.lines = [f"White: {self.white}", f"Black: {self.black}", self.moves]
        self.rows = [["White", "Black", "Result", "Moves"], [self.white, self.black, self.result, self.moves]]
        self.record = {"tags": {"White": self.white, "Black": self.black}, "start": USUAL, "uci": self.uci, "result": self.result}

    @property
    def pgn(self):
        return f'[White "{self.white}"]\n[Black "{self.black}"]\n[Result "{self.result}"]\n\n{self.moves}\n'

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    def words(self, width=10):
        return samples.words_in_two_columns(self.lines, width=width)

    def sheet(self, separator):
        out = io.StringIO()
        csv.writer(out, delimiter=separator).writerows(self.rows)
        return out.getvalue()


def tar_of(column):
    data, text = io.BytesIO(), column.text.encode()
    with tarfile.open(fileobj=data, mode="w") as archive:
        info = tarfile.TarInfo("column.txt")
        info.size = len(text)
        archive.addfile(info, io.BytesIO(text))
    return data.getvalue()


def zstd_of(text):
    return subprocess.run(["zstd", "-q", "-c", "--check"], input=text.encode(), capture_output=True, check=True).stdout


def issue(column):
    """Returns METS and its page."""
    return {"mets.xml": samples.mets([[(0, "TB1")]]), "alto/1.xml": samples.alto(samples.block_of_alto(column.words()))}


# Ending, and the file of a column; a dictionary: several files in a folder.
FORMS = [
    (".pgn", lambda c: c.pgn), (".txt", lambda c: c.text), (".html", lambda c: "<html><body>" + "".join(f"<p>{escape(line)}</p>" for line in c.lines) + "</body></html>"),
    (".csv", lambda c: c.sheet(",")), (".tsv", lambda c: c.sheet("\t")),
    (".json", lambda c: json.dumps([{"white": c.white, "black": c.black, "result": c.result, "moves": c.moves}], ensure_ascii=False)),
    (".ndjson", lambda c: json.dumps({"white": c.white, "black": c.black, "result": c.result, "moves": c.moves}, ensure_ascii=False) + "\n"),
    (".uci", lambda c: c.uci + "\n"), (".docx", lambda c: samples.packed(samples.docx(list(map(escape, c.lines))))), (".odt", lambda c: samples.packed(samples.odt(c.lines))),
    (".rtf", lambda c: samples.rtf(c.lines)), (".epub", lambda c: samples.packed(samples.epub(c.lines))), (".xlsx", lambda c: samples.packed(samples.xlsx(c.rows))),
    (".ods", lambda c: samples.packed(samples.ods(c.rows))), (".alto.xml", lambda c: samples.alto(samples.block_of_alto(c.words()))), (".page.xml", lambda c: samples.page_xml(c.words())),
    (".hocr", lambda c: samples.hocr(c.words())), (".tess.tsv", lambda c: samples.tesseract_table(c.words())), (".djvu.xml", lambda c: samples.djvu_xml(c.words())), (".issue", issue),
    (".txt.gz", lambda c: gzip.compress(c.text.encode())), (".pgn.bz2", lambda c: bz2.compress(c.pgn.encode())), (".txt.xz", lambda c: lzma.compress(c.text.encode())),
    (".zip", lambda c: samples.packed({"columns/column.txt": c.text})), (".tar", tar_of),
    (".cbh", lambda c: lambda stem: writer.write_chessbase(stem, [c.record], 0)), (".si4", lambda c: lambda stem: writer.write_scid(stem, [c.record], 4)), (".si5", lambda c: lambda stem: writer.write_scid(stem, [c.record], 5)),
]
if PDF:
    FORMS.append((".pdf", lambda c: samples.pdf(c.words(7.2), height=3000)))
if shutil.which("zstd"):
    FORMS.append((".pgn.zst", lambda c: zstd_of(c.pgn)))


class Folder:
    def __init__(self, path):
        self.path, self.known = path / "columns", {}
        self.path.mkdir()
        games = games_of_samples(path)
        variants = itertools.product(LETTERS, games)
        holds(len(LETTERS) * len(games) >= COUNT, "there are games enough")
        for number, ((language, game), (ending, write)) in enumerate(zip(itertools.islice(variants, COUNT), itertools.cycle(FORMS))):
            if ending == ".pdf" and language == "fig":
                language = "en"  # Courier has no pieces
            column, name = Column(game, language, number), f"{number:03}{ending}"
            self.write(name, write(column))
            self.known[f"{name}/mets.xml" if ending == ".issue" else f"{name}:column.txt" if ending == ".tar" else f"{name}:columns/column.txt" if ending == ".zip" else name] = column

    def write(self, name, file):
        if callable(file):
            file(self.path / name.rsplit(".", 1)[0])
        elif isinstance(file, dict):
            for member, text in file.items():
                self.write(f"{name}/{member}", text)
        else:
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / name).write_bytes(file if isinstance(file, bytes) else file.encode())


def one_command_reads_all_of_them(folder):
    report = json.loads(run("import", folder.path.parent / "all.db", folder.path, "--json").stdout)
    prefix = str(folder.path) + "/"
    equal(sorted(file["source"].removeprefix(prefix) for file in report["files"]), sorted(folder.known), "files in the report")
    games = map(json.loads, run("export", folder.path.parent / "all.db", "--ndjson").stdout.splitlines())
    found = {}
    for game in games:
        found.setdefault(game["source"].removeprefix(prefix), []).append((game["uci"], game["state"], game["result"]))
    for name, column in folder.known.items():
        equal(found.get(name), [(column.uci, "complete", "*" if name.endswith(".uci") else column.result)], f"games of {name}")


def what_cannot_be_read_is_named_with_what_to_do(folder):
    mixed = folder.path.parent / "mixed"
    mixed.mkdir()
    names = list(folder.known)[:30]
    for name in names:
        if name.count("/") == 0 and ":" not in name:
            for file in folder.path.glob(name.rsplit(".", 1)[0] + ".*"):
                shutil.copy(file, mixed)
    (mixed / "scan.tiff").write_bytes(b"II*\0" + bytes(100))
    (mixed / "broken.docx").write_bytes((folder.path / "008.docx").read_bytes()[:100])
    (mixed / "page.pdf").write_text(samples.pdf(samples.words_in_two_columns(["White: A", "Black: B", "1.e4 e5 1-0"], width=7.2)))
    alone = {**os.environ, "PATH": str(folder.path)}
    done = run("import", mixed.parent / "mixed.db", mixed, code=4, environment=alone)
    for told in ("scan.tiff", "tesseract", "broken.docx", "page.pdf", "poppler-utils"):
        holds(told in done.stderr, f"{told} is named: {done.stderr}")
    for file in sorted(mixed.iterdir()):
        is_part = file.suffix in (".cbg", ".cba", ".cbp", ".cbt", ".cbc", ".cbs", ".cbe", ".cbj", ".sg4", ".sn4", ".sg5", ".sn5")
        holds(is_part or file.name in done.stdout + done.stderr, f"{file.name} is accounted for")


def main():
    with tempfile.TemporaryDirectory() as path:
        sys.exit(failures_of([one_command_reads_all_of_them, what_cannot_be_read_is_named_with_what_to_do], Folder(Path(path))) > 0)


main()
