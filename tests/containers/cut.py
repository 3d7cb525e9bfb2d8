#!/usr/bin/python3 -B
"""Containers of every kind, each cut at every twentieth of its length: cut.py COFNOD ROOT

A part of a container either gives all of its games, or is reported: exit code 4, and no claim that no text is lost. A
text alone (PGN, prose, NDJSON) does not declare its length, so that a cut between two games cannot be seen; nor between
two rows of a sheet, or in its last column if that has no quotes.
"""

import bz2
import csv
import ctypes
import ctypes.util
import gzip
import io
import json
import lzma
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from email.message import EmailMessage
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "databases"), str(HERE.parent / "documents")]
import samples  # noqa: E402
import writer  # noqa: E402
from checks import equal, failures_of, holds  # noqa: E402

COFNOD, ROOT = sys.argv[1], Path(sys.argv[2])
CUTS = 20
NAMES = ("Ann Evans", "Mary Jones", "Siân Evans", "Owen Tŷ Gwyn", "Éric Lefèvre", "Bob Huws")
OPENINGS = ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O", "1. c4 c5 2. Nc3 Nc6 3. g3 g6 4. Bg2 Bg7 5. Nf3 e6",
            "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6", "1. Nf3 d5 2. g3 Nf6 3. Bg2 e6 4. O-O Be7 5. d3 O-O", "1. f4 d5 2. Nf3 g6 3. e3 Bg7 4. Be2 c5 5. O-O Nc6")
UCI = ("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7", "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8", "c2c4 c7c5 b1c3 b8c6 g2g3 g7g6 f1g2 f8g7 g1f3 e7e6",
       "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6", "g1f3 d7d5 g2g3 g8f6 f1g2 e7e6 e1g1 f8e7 d2d3 e8g8", "f2f4 d7d5 g1f3 g7g6 e2e3 f8g7 f1e2 c7c5 e1g1 b8c6")
# Lines, so that what is packed has some length.
PGNS = [f'[Event "{" ".join(NAMES)} {i}"]\n[White "{name}"]\n[Black "{NAMES[i - 1]}"]\n[Result "1-0"]\n\n{moves} {{Comment {i} on {name}.}} 1-0\n\n' for i, (name, moves) in enumerate(zip(NAMES, OPENINGS))]
COLUMN = [line for name, moves in zip(NAMES, OPENINGS) for line in (f"White: {name}", "Black: Sioned Rees", f"{moves} 1-0", "* * *")]
TEXT = "".join(PGNS).encode()


def imported(folder, files, name):
    """Imports one of some files; returns the exit code, what is printed, and the games."""
    place = folder / "cut"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for each, data in files.items():
        (place / each).write_bytes(data)
    done = subprocess.run([COFNOD, "import", "--no-index", "--no-text-index", place / "games.db", name], cwd=place, capture_output=True, text=True, check=False)
    games = subprocess.run([COFNOD, "export", place / "games.db"], capture_output=True, text=True, check=False).stdout
    return done.returncode, done.stderr, games


def cut_is_reported(folder, files, name, which=None):
    """Cuts one of the files, which is `name` unless another is meant."""
    which = which or name
    code, told, whole = imported(folder, files, name)
    equal((code, "no text lost" in told), (0, True), f"{name} as a whole: {told}")
    silent = []
    for part in range(CUTS):
        end = len(files[which]) * part // CUTS
        code, told, games = imported(folder, {**files, which: files[which][:end]}, name)
        holds(code in (0, 1, 4), f"{name}: {which} cut at {part} of {CUTS} ends with {code}: {told}")
        if games != whole and (code == 0 or "no text lost" in told):
            silent.append(f"{part}: {told}")
    equal(silent, [], f"{which} cut in silence, of {CUTS}")


def game(i):
    return {"tags": {"White": NAMES[i], "Black": NAMES[i - 1], "Event": f"Event {i}", "Site": "Llannerch", "Date": "1931.03.21", "Round": str(i + 1)}, "start": writer.USUAL, "uci": UCI[i], "result": "1-0"}


BASE = [game(i % len(NAMES)) for i in range(30)]


def files_of(folder, stem):
    return {path.name: path.read_bytes() for path in folder.glob(f"{stem}.*")}


def scid(folder):
    for version in (3, 4, 5):
        stem = f"scid{version}"
        writer.write_scid(folder / stem, BASE, version)
        files = files_of(folder, stem)
        for which in files:
            cut_is_reported(folder, files, f"{stem}.si{version}", which)


def chessbase(folder):
    notes = [[(0, 0x02, f"\0\0Note {i}, of some length".encode()), (2, 0x03, bytes([1])), (4, 0x82, f"\0\0Before {i}".encode())] for i in range(len(BASE))]
    writer.write_chessbase(folder / "base", BASE, 0, notes=notes)
    files = files_of(folder, "base")
    for which in files:
        cut_is_reported(folder, files, "base.cbh", which)


def a_missing_file_of_a_base(folder):
    writer.write_chessbase(folder / "lost", BASE, 0, notes=[[(0, 0x02, b"\0\0Note")]])
    writer.write_scid(folder / "lost", BASE, 4)
    files = files_of(folder, "lost")
    for name, ending in (("lost.cbh", ".cba"), ("lost.cbh", ".cbp"), ("lost.cbh", ".cbt"), ("lost.si4", ".sn4")):
        code, told, _ = imported(folder, {each: data for each, data in files.items() if each != f"lost{ending}"}, name)
        equal((code, "no text lost" in told, f"lost{ending}: 0 of " in told), (4, False, True), f"{name} without {ending}: {told}")


def an_empty_file_of_teams(folder):
    writer.write_chessbase(folder / "teams", BASE, 0)
    code, told, _ = imported(folder, {**files_of(folder, "teams"), "teams.cbj": b""}, "teams.cbh")
    equal((code, "teams.cbj: 0 of 32 bytes" in told), (4, True), told)


def zipped(files, how=zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", how) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def tarred(files, form):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=form) as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text))
    return data.getvalue()


def seven_zip(files):
    library = ctypes.CDLL(ctypes.util.find_library("archive") or "libarchive.so.13")
    for function in ("archive_write_new", "archive_entry_new"):
        getattr(library, function).restype = ctypes.c_void_p
    buffer, used = ctypes.create_string_buffer(1 << 20), ctypes.c_size_t()
    archive = ctypes.c_void_p(library.archive_write_new())
    library.archive_write_set_format_7zip(archive)
    library.archive_write_open_memory(archive, buffer, ctypes.c_size_t(len(buffer)), ctypes.byref(used))
    for name, text in files.items():
        entry = ctypes.c_void_p(library.archive_entry_new())
        library.archive_entry_set_pathname(entry, name.encode())
        library.archive_entry_set_size(entry, ctypes.c_int64(len(text)))
        library.archive_entry_set_filetype(entry, 0o100000)
        library.archive_entry_set_perm(entry, 0o644)
        library.archive_write_header(archive, entry)
        library.archive_write_data(archive, text, ctypes.c_size_t(len(text)))
        library.archive_entry_free(entry)
    library.archive_write_free(archive)
    return buffer.raw[: used.value]


MEMBERS = {f"game{i}.pgn": pgn.encode() for i, pgn in enumerate(PGNS)}


def archives(folder):
    for name, data in {"stored.zip": zipped(MEMBERS, zipfile.ZIP_STORED), "packed.zip": zipped(MEMBERS), "old.tar": tarred(MEMBERS, tarfile.USTAR_FORMAT), "new.tar": tarred(MEMBERS, tarfile.PAX_FORMAT),
                       "gnu.tar": tarred(MEMBERS, tarfile.GNU_FORMAT), "games.7z": seven_zip(MEMBERS)}.items():
        cut_is_reported(folder, {name: data}, name)


def bases_in_archives(folder):
    writer.write_scid(folder / "in", BASE, 4)
    cut_is_reported(folder, {"base.zip": zipped(files_of(folder, "in"))}, "base.zip")
    writer.write_chessbase(folder / "packed", BASE, 0)
    cut_is_reported(folder, {"base.cbv": cbv(files_of(folder, "packed"))}, "base.cbv")
    files = files_of(folder, "in")
    index = files["in.si4"]
    for form, name in ((zipped, "cut.zip"), (lambda some: tarred(some, tarfile.USTAR_FORMAT), "cut.tar")):
        code, told, _ = imported(folder, {name: form({**files, "in.si4": index[: len(index) // 2]})}, name)
        equal((code, "no text lost" in told), (4, False), f"a cut index in {name}: {told}")


def cbv(files):
    """An archive of ChessBase: a directory, and each file in blocks that are stored."""
    head = (8).to_bytes(2, "little") + len(files).to_bytes(2, "little") + bytes([140, 0, 0, 0])
    def block_of(part):
        return (len(part) + 1).to_bytes(2, "little") + bytes(3) + part

    packed = {name: b"".join(block_of(data[at : at + 4096]) for at in range(0, len(data), 4096)) for name, data in files.items()}
    entries = b"".join(name.encode().ljust(132, b"\0") + len(packed[name]).to_bytes(4, "little") + len(data).to_bytes(4, "little") for name, data in files.items())
    return head + entries + b"".join(packed.values())


def compressed(folder):
    tar = tarred(MEMBERS, tarfile.USTAR_FORMAT)
    for ending, pack in {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zst": zstd}.items():
        cut_is_reported(folder, {f"games.pgn.{ending}": pack(TEXT)}, f"games.pgn.{ending}")
        cut_is_reported(folder, {f"games.tar.{ending}": pack(tar)}, f"games.tar.{ending}")


def zstd(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True, check=True).stdout


def office_files(folder):
    lines = list(map(escape, COLUMN))
    rows = [("White", "Black", "Moves"), *((name, "Sioned Rees", moves + " 1-0") for name, moves in zip(NAMES, OPENINGS))]
    for name, files in {"column.docx": samples.docx(lines), "column.odt": samples.odt(COLUMN), "book.epub": samples.epub(COLUMN), "sheet.xlsx": samples.xlsx(rows), "sheet.ods": samples.ods(rows)}.items():
        cut_is_reported(folder, {name: zipped(files)}, name)
        cut_is_reported(folder, {name: zipped(files, zipfile.ZIP_STORED)}, name)
    cut_is_reported(folder, {"column.rtf": samples.rtf(COLUMN).encode()}, "column.rtf")


def recognised_pages(folder):
    score = ("White: Ann Evans", "Black: Mary Jones", OPENINGS[0].replace(". ", ".") + " 1-0")
    words = samples.words_in_two_columns(score)
    pages = {"alto.xml": samples.alto(samples.block_of_alto(words)), "page.xml": samples.page_xml(words), "page.hocr": samples.hocr(words), "djvu.xml": samples.djvu_xml(words)}
    for name, text in pages.items():
        cut_is_reported(folder, {name: text.encode()}, name)


def issues(folder):
    blocks = [samples.block_of_alto(samples.words_in_two_columns((f"White: {name}", "Black: Sioned Rees", moves.replace(". ", ".") + " 1-0"), per_line=100), f"TB{i}") for i, (name, moves) in enumerate(zip(NAMES, OPENINGS))]
    issue = samples.mets([[(i, f"TB{i}")] for i in range(len(blocks))], [f"{i}.xml" for i in range(len(blocks))])
    files = {"mets.xml": issue.encode(), **{f"{i}.xml": samples.alto(block).encode() for i, block in enumerate(blocks)}}
    cut_is_reported(folder, files, "mets.xml")
    cut_is_reported(folder, files, "mets.xml", "3.xml")
    cut_is_reported(folder, {"issue.zip": zipped(files)}, "issue.zip")


def pdf(folder):
    if not shutil.which("pdftotext"):
        return
    score = ("White: Ann Evans", "Black: Mary Jones", OPENINGS[0].replace(". ", ".") + " 1-0")
    cut_is_reported(folder, {"page.pdf": samples.pdf(samples.words_in_two_columns(score)).encode("latin-1")}, "page.pdf")


def mail(folder):
    for encoding in ("base64", "quoted-printable", "8bit"):
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = "tom@example.org", "sam@example.org", "Our games"
        message.set_content("Here they are.\n")
        for i, pgn in enumerate(PGNS):
            message.add_attachment(pgn, subtype="plain", filename=f"{i}.pgn", cte=encoding)
        cut_is_reported(folder, {"mail.eml": bytes(message)}, "mail.eml")
        cut_is_reported(folder, {"mail.mbox": b"From tom@example.org Sat Mar 21 10:00:00 1998\n" + bytes(message)}, "mail.mbox")


def lists(folder):
    games = [{"white": name, "black": NAMES[i - 1], "moves": moves, "tags": {"Event": f"[{i}] it's {i}"}} for i, (name, moves) in enumerate(zip(NAMES, OPENINGS))]
    for name, value in {"list.json": games, "object.json": {"page": 1, "games": games}}.items():
        cut_is_reported(folder, {name: json.dumps(value).encode()}, name)
        cut_is_reported(folder, {name: json.dumps(value, indent=1).encode()}, name)
        for part in ('[{"', '[{"White"'):
            code, told, found = imported(folder, {name: part.encode()}, name)
            equal((code, "no text lost" in told, found), (4, False, ""), f"{part}: {told}")
    code, told, found = imported(folder, {"cut.json": json.dumps(games)[:100].encode()}, "cut.json")
    equal((code, '[White "Ann Evans"]' in found, "moves" in found), (4, True, False), f"a cut object: {told}{found}")


def sheets(folder):
    rows = [("White", "Black", "Moves", "Event"), *((name, NAMES[i - 1], moves, f'12" board {i}') for i, (name, moves) in enumerate(zip(NAMES, OPENINGS)))]
    for name, write in {"games.csv": csv_of, "games.tsv": lambda rows: "".join("\t".join(row) + "\n" for row in rows)}.items():
        for text in (write(rows), write(rows)[:-1]):
            whole = text.encode()
            code, told, games = imported(folder, {name: whole}, name)
            equal((code, "no text lost" in told, games.count("[White ")), (0, True, len(NAMES)), f"{name}: {told}")
        silent = []
        for end in range(whole.rindex(b"Bob Huws"), whole.rindex(b"12")):
            code, told, _ = imported(folder, {name: whole[:end]}, name)
            may_be_whole = whole[:end].endswith((b"\n", b",", b"\t", b'"'))  # a whole row, or a last field without text
            if not may_be_whole and (code, "no text lost" in told) != (4, False):
                silent.append(f"{end}: {code} {told}")
        equal(silent, [], f"{name} cut in silence")


def csv_of(rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
    return text.getvalue()


def main():
    tests = [lists, sheets, scid, chessbase, a_missing_file_of_a_base, an_empty_file_of_teams, archives, bases_in_archives, compressed, office_files, recognised_pages, issues, pdf, mail]
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(failures_of(tests, Path(folder)) > 0)


main()
