#!/usr/bin/python3 -B
"""Documents that are made here, with scores in Welsh, Arabic and English: read.py COFNOD"""

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import equal, failures_of, holds  # noqa: E402
from samples import alto, block_of_alto, docx, epub, hocr, mets, odt, ods, packed, page_xml, pdf, djvu_xml, rtf, tesseract_table, words_in_two_columns, xlsx  # noqa: E402

COFNOD = sys.argv[1]
SCORES = {
    "cy": ("Gwyn: Eleri Morgan", "Du: Sioned Rees", "1.e4 e5 2.Mf3 Mc6 3.Eb5 a6 4.Ea4 Mf6 5.O-O Ee7 6.Ce1 b5 7.Eb3 d6 1-0"),
    "en": ("White: Ann Evans", "Black: Mary Jones", "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7 6.Re1 b5 7.Bb3 d6 1-0"),
    "ar": ("الأبيض: سعاد", "الأسود: هند", "1.4هـ 5هـ 2.ح3و ح6ج 3.ف5ب 6أ 4.ف4أ ح6و 5.O-O ف7هـ 6.ر1هـ 5ب 7.ف3ب 6د 1-0"),
}
MOVES = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6"


class Folder:
    def __init__(self, path):
        self.path, self.count = path, 0

    def games(self, file, code=0):
        self.count += 1
        database = self.path / f"{self.count}.db"
        done = subprocess.run([COFNOD, "import", database, self.path / file], capture_output=True, text=True, check=False)
        equal(done.returncode, code, f"{file}: {done.stderr}")
        rows = subprocess.run([COFNOD, "export", database, "--ndjson"], capture_output=True, text=True, check=True).stdout
        return [json.loads(row) for row in rows.splitlines()]

    def zip(self, name, files):
        (self.path / name).write_bytes(packed(files))
        return name

    def holds_game(self, file, language=None):
        games = self.games(file)
        equal([(game["uci"], game["state"], game["result"]) for game in games], [(MOVES, "complete", "1-0")], file)
        if language:
            equal(games[0]["white"], SCORES[language][0].split(": ")[1], f"White in {file}")


def paragraphs_of_word_are_lines(folder):
    for language, lines in SCORES.items():
        folder.holds_game(folder.zip(f"{language}.docx", docx(map(escape, lines))), language)


def letters_of_chess_fonts_are_pieces(folder):
    score = SCORES["en"][2].replace("=", "")
    runs = ""
    for word in score.split(" "):
        for letter in word + " ":
            if letter in "NBR":
                code = {"N": "F06E", "B": "F062", "R": "F072"}[letter]
                runs += f"<w:r><w:sym w:font='Chess Merida' w:char='{code}'/></w:r>"
            else:
                runs += f"<w:r><w:t xml:space='preserve'>{letter}</w:t></w:r>"
    folder.holds_game(folder.zip("font.docx", docx([escape(line) for line in SCORES["en"][:2]] + [f"<w:p>{runs}</w:p>"])), "en")


def footnotes_are_comments_and_lists_have_numbers(folder):
    numbering = "<w:numbering xmlns:w='w'><w:abstractNum w:abstractNumId='0'><w:lvl w:ilvl='0'><w:numFmt w:val='decimal'/></w:lvl></w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num></w:numbering>"
    moves = ["e4 e5", "Nf3 Nc6", "Bb5 a6", "Ba4 Nf6", "O-O Be7", "Re1 b5", "Bb3 d6 1-0"]
    item = "<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr></w:pPr><w:r><w:t>{}</w:t></w:r>{}</w:p>"
    lines = [item.format(move, "<w:r><w:footnoteReference w:id='2'/></w:r>" if i == 2 else "") for i, move in enumerate(moves)]
    files = docx([escape(line) for line in SCORES["en"][:2]] + lines, "The Spanish game.")
    files["word/numbering.xml"] = numbering
    files["word/footnotes.xml"] = files["word/footnotes.xml"].replace("</w:r>", "</w:r>" + 2 * "<w:r><w:footnoteReference w:id='2'/></w:r>")  # a note that names itself
    folder.holds_game(folder.zip("list.docx", files), "en")
    holds("{The Spanish game.}" in subprocess.run([COFNOD, "export", folder.path / f"{folder.count}.db"], capture_output=True, text=True, check=True).stdout, "the note is a comment")


def open_document_and_rich_text_are_read(folder):
    for language, lines in SCORES.items():
        folder.holds_game(folder.zip(f"{language}.odt", odt(lines)), language)
        (folder.path / f"{language}.rtf").write_text(rtf(lines))
        folder.holds_game(f"{language}.rtf", language)
    # Bytes as they are, in the character set that is named; a pair of surrogates, and half of one.
    (folder.path / "bytes.rtf").write_bytes(rtf(SCORES["cy"]).replace("Eleri", "El\xebri\\u-10179?\\u-8704?\\u-10179?").encode("latin-1"))
    equal([game["white"] for game in folder.games("bytes.rtf")], ["El\u00ebri\U0001f600 Morgan"], "signs of RTF")


def boxes_of_rich_text_are_read(folder):
    box = "{\\shp{\\*\\shpinst\\shpleft0{\\sp{\\sn shapeType}{\\sv 202}}{\\shptxt @\\par}}{\\shprslt{\\*\\do nothing}}}"
    (folder.path / "box.rtf").write_text(rtf(["A column."]).replace("A column.", box.replace("@", "\\par ".join(SCORES["en"]))))
    folder.holds_game("box.rtf", "en")


def hidden_and_deleted_text_is_no_move_and_raised_digits_are_notes(folder):
    head, score = SCORES["en"][:2], SCORES["en"][2]
    begin, end = score.split(" 3.")
    end = "3." + end
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t xml:space='preserve'>3. a3 a6 </w:t></w:r>"
    raised = "<w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>2</w:t></w:r>"
    shown = "<w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t xml:space='preserve'>{}</w:t></w:r>"
    paragraph = f"<w:p>{shown.format(begin)}{raised}{shown.format(' ')}{hidden}{shown.format(end)}</w:p>"
    folder.holds_game(folder.zip("hidden.docx", docx([escape(line) for line in head] + [paragraph])), "en")
    for name, code in {"hidden": "v", "deleted": "deleted"}.items():
        line = f"{begin}{{\\super 2}} {{\\{code} 3. a3 a6 }}\\{code} 3. h3 h6 \\{code}0 {end}"
        (folder.path / f"{name}.rtf").write_text(rtf([*head, line]))
        folder.holds_game(f"{name}.rtf", "en")
    page = "<br>".join([*map(escape, head), f"{begin} <del>3. a3 a6</del> {end}"])
    (folder.path / "deleted.html").write_text(f"<!DOCTYPE html><html><body><p>{page}</p></body></html>")
    folder.holds_game("deleted.html", "en")
    terms = "".join("<dt>{}</dt><dd>{}</dd>".format(*line.split(": ")) for line in head)
    (folder.path / "terms.html").write_text(f"<!DOCTYPE html><html><body><dl>{terms}</dl><p>{score}</p></body></html>")
    folder.holds_game("terms.html", "en")


def comments_of_readers_and_margins_of_pages_are_kept(folder):
    """A comment stands where it is referred to, what pages repeat behind the text; their numbers are left out."""
    head, score = SCORES["en"][:2], SCORES["en"][2]
    begin, end = score.split(" 4.")
    run = "<w:r><w:t xml:space='preserve'>{}</w:t></w:r>"
    files = docx([escape(line) for line in head] + [f"<w:p>{run.format(begin)}<w:r><w:commentReference w:id='7'/></w:r>{run.format(' 4.' + end)}</w:p>"])
    files["word/comments.xml"] = "<w:comments xmlns:w='w'><w:comment w:id='7' w:author='A'><w:p><w:r><w:t>Or 3.d4 d5</w:t></w:r></w:p></w:comment></w:comments>"
    for name, text in {"header1": "Llannerch Chess Club", "header2": "Llannerch Chess Club", "footer1": "– 4711 –"}.items():
        files[f"word/{name}.xml"] = f"<w:hdr xmlns:w='w'><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:hdr>"
    for name, code in {"margins": "\\*\\annotation {\\*\\atnref 7}", "notes": "\\footnote \\chftn "}.items():
        text = rtf([*head, f"{begin}{{{code}Or 3.d4 d5}} 4.{end}"])
        (folder.path / f"{name}.rtf").write_text(text.replace("\\ansi", "\\ansi{\\header Llannerch Chess Club\\par}{\\footer 4711}", 1))
    text = odt([*head, f"{begin}@ 4.{end}"])
    text["content.xml"] = text["content.xml"].replace("@", "<office:annotation><dc:creator>A</dc:creator><text:p>Or 3.d4 d5</text:p></office:annotation>")
    text["styles.xml"] = "<s xmlns:style='style' xmlns:text='text'><style:master-page><style:header><text:p>Llannerch Chess Club</text:p></style:header></style:master-page></s>"
    for file in (folder.zip("margins.docx", files), "margins.rtf", "notes.rtf", folder.zip("margins.odt", text)):
        folder.holds_game(file, "en")
        database = folder.path / f"{folder.count}.db"
        said = [subprocess.run([COFNOD, *command], capture_output=True, text=True, check=True).stdout for command in (["export", database], ["passages", database])]
        holds("3. Bb5 a6 {Or 3.d4 d5} 4. Ba4" in said[0], f"{file}: {said[0]}")
        holds(said[1].count("Llannerch Chess Club") == 1 and "4711" not in said[1], f"{file}: {said[1]}")


def tables_in_cells_are_read_below_their_rows(folder):
    head, moves = SCORES["en"][:2], ["1|e4|e5", "2|Nf3|Nc6", "3|Bb5|a6", "4|Ba4|Nf6", "5|O-O|Be7", "6|Re1|b5", "7|Bb3|d6", "1-0"]

    def table(tag, paragraph, rows):
        name, row, cell = tag
        return f"<{name}>" + "".join(f"<{row}>" + "".join(f"<{cell}>{text if text.startswith('<') else paragraph.format(text)}</{cell}>" for text in line) + f"</{row}>" for line in rows) + f"</{name}>"

    for kind, tag, paragraph in [("docx", ("w:tbl", "w:tr", "w:tc"), "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"), ("odt", ("table:table", "table:table-row", "table:table-cell"), "<text:p>{}</text:p>")]:
        inner = table(tag, paragraph, [line.split("|") for line in moves])
        lines = [*head, table(tag, paragraph, [["Column", inner]])]
        folder.holds_game(folder.zip(f"inner.{kind}", docx(lines) if kind == "docx" else odt(lines)), "en")


def lists_of_open_document_are_numbered_where_they_say_so(folder):
    styles = "<text:list-style style:name='L1'><text:list-level-style-number text:level='1' style:num-format='1'/></text:list-style><text:list-style style:name='L2'><text:list-level-style-bullet text:level='1'/></text:list-style>"

    def items(style, lines, more=""):
        return f"<text:list text:style-name='{style}'{more}>" + "".join(f"<text:list-item><text:p>{line}</text:p></text:list-item>" for line in lines) + "</text:list>"

    moves = ["e4 e5", "Nf3 Nc6", "Bb5 a6", "Ba4 Nf6", "O-O Be7", "Re1 b5", "Bb3 d6 1-0"]
    numbered = [items("L1", moves[:4]), "Black has a good game.", items("L1", moves[4:], " text:continue-numbering='true'")]
    folder.holds_game(folder.zip("numbered.odt", odt([*SCORES["en"][:2], *numbered], styles)), "en")
    text = subprocess.run([COFNOD, "show", folder.path / f"{folder.count}.db", "1", "--source"], capture_output=True, text=True, check=True).stdout
    holds("1. e4 e5\n2. Nf3" in text and "5. O-O Be7" in text, f"lists are numbered: {text}")
    folder.holds_game(folder.zip("bullets.odt", odt([items("L2", SCORES["en"])], styles)), "en")
    text = subprocess.run([COFNOD, "show", folder.path / f"{folder.count}.db", "1", "--source"], capture_output=True, text=True, check=True).stdout
    holds(text.startswith("White: Ann Evans\nBlack"), f"bullets are no numbers: {text}")


def books_are_read_in_the_order_of_their_spine(folder):
    folder.holds_game(folder.zip("book.epub", epub(SCORES["cy"])), "cy")


def cells_are_read_as_a_sheet(folder):
    rows = [["Gwyn", "Du", "Canlyniad", "Symudiadau"], ["Eleri Morgan", "Sioned Rees", "1-0", SCORES["cy"][2]]]
    folder.holds_game(folder.zip("sheet.xlsx", xlsx(rows)), "cy")
    folder.holds_game(folder.zip("sheet.ods", ods(rows)), "cy")


def comments_on_cells_stand_behind_their_moves_or_before_the_game(folder):
    table = [["White", "Black", "Moves", "Result"], ["Smith", "Jones", "1. e4 e5 2. Nf3 Nc6", ""]]
    moves = [["Smith", "Jones"], ["e4", "e5"], ["Nf3", "Nc6"], ["Bb5", "a6"]]
    for rows, comments, expected in (
            (table, (("A1", "all names"), ("B2", "born 1901"), ("C2", "a }b{ c")), "{born 1901} 1. e4 e5 2. Nf3 Nc6 {a )b( c} *"),
            (moves, (("A1", "born 1902"), ("A2", "too"), ("B3", "a book move"), ("D4", "no cell")), "{born 1902} 1. e4 {too} 1... e5 2. Nf3 Nc6 {a book move} 3. Bb5 a6")):
        for file in (folder.zip("noted.xlsx", xlsx(rows, comments)), folder.zip("noted.ods", ods(rows, comments))):
            said = subprocess.run([COFNOD, "convert", folder.path / file], capture_output=True, text=True, check=True).stdout
            holds(expected in said, f"{file}: {said}")
            holds("no cell" in said or rows is table or file.endswith(".ods"), f"{file}: {said}")


def recognised_pages_are_read_in_columns(folder):
    words = words_in_two_columns(SCORES["cy"])
    by_height = sorted(words, key=lambda word: (word[2], word[1]))
    for name, text in {"a.alto.xml": alto(block_of_alto(by_height)), "b.page.xml": page_xml(words), "c.hocr": hocr(words), "d.tsv": tesseract_table(words), "e_djvu.xml": djvu_xml(words)}.items():
        (folder.path / name).write_text(text)
        folder.holds_game(name, "cy")


def pages_without_coordinates_are_read_in_the_order_of_the_file(folder):
    for language, lines in SCORES.items():
        rows = "".join("<TextLine>" + "".join(f'<String CONTENT="{word}"/><SP/>' for word in line.split()) + "</TextLine>" for line in lines)
        (folder.path / "plain.alto.xml").write_text(f'<?xml version="1.0"?>\n<alto><Layout><Page>{rows}</Page></Layout></alto>')
        folder.holds_game("plain.alto.xml", language)


def entities_of_a_page_are_read_or_named(folder):
    text = alto(block_of_alto(words_in_two_columns(SCORES["en"])))
    head = '<?xml version="1.0"?>\n<!DOCTYPE alto [<!ENTITY name "Ann"> <!ENTITY other SYSTEM "other.xml">]>\n'
    for name, code, white in (("name", 0, "Ann Evans"), ("other", 4, "&other; Evans")):
        page = head + text[text.index("<alto") :].replace('"Ann"', f'"&{name};"')
        (folder.path / "entities.alto.xml").write_text(page)
        equal([game["white"] for game in folder.games("entities.alto.xml", code)], [white], name)


def a_fault_points_at_its_box_on_its_page(folder):
    lines = {**SCORES, "cy": (*SCORES["cy"][:2], SCORES["cy"][2].replace("Ee7", "Jjj"))}
    for language, wrong in {"cy": "Jjj", "ar": "ر1هـ"}.items():
        words = words_in_two_columns(lines[language])
        if language == "ar":  # columns and lines from the right; a fault in the place of a move
            wrong = "ططط"
            words = [(text.replace("ر1هـ", wrong), 700 - r, y, 700 - x, b) for text, x, y, r, b in words]
        box = next([x, y, r - x, b - y] for text, x, y, r, b in words if wrong in text)
        (folder.path / "faults.hocr").write_text(hocr([("CHESS", 330, 10, 380, 24)], words))
        folder.games("faults.hocr")
        database = folder.path / f"{folder.count}.db"
        games = json.loads(subprocess.run([COFNOD, "rejects", database, "--json"], capture_output=True, text=True, check=True).stdout)["games"]
        equal([(problem["page"], problem["box"]) for game in games for problem in game["problems"]], [(2, box)], f"place of the fault, {language}")
        shown = subprocess.run([COFNOD, "show", database, str(games[0]["id"])], capture_output=True, text=True, check=True).stdout
        holds(f"on page 2, at x {box[0]}, y {box[1]}, width {box[2]}, height {box[3]}" in shown, "show says where it stands")
        checked = json.loads(subprocess.run([COFNOD, "check", folder.path / "faults.hocr", "--json"], capture_output=True, text=True, check=False).stdout)["problems"]
        equal([(problem["page"], problem["box"]) for problem in checked if problem["severity"] == "fault"], [(2, box)], "check")
        rows = subprocess.run(["sqlite3", database, "SELECT page, box FROM problems_view WHERE severity = 'fault'"], capture_output=True, text=True, check=True).stdout
        equal(rows, f"2|{','.join(map(str, box))}\n", "problems_view")


def articles_of_mets_join_blocks_across_pages(folder):
    def block(lines, top, name):
        return block_of_alto([(word, 20 + 90 * i, top + 20 * row, 100 + 90 * i, top + 20 * row + 14) for row, line in enumerate(lines) for i, word in enumerate(line.split())], name)

    words = SCORES["cy"][2].split()
    parts = [" ".join(words[:8]), " ".join(words[8:])]
    # The score goes on at the top of page 2, above another article that page 1 begins.
    pages = {"alto/1.xml": alto(block(["White: Ann Evans", "Black: Mary Jones", "1.d4 d5 2.c4 e6"], 10, "N1"), block([*SCORES["cy"][:2], parts[0]], 200, "C1")),
             "alto/2.xml": alto(block([parts[1]], 10, "C2"), block(["3.Nc3 Nf6 1/2-1/2"], 200, "N2"))}
    issue = mets([[(0, "N1"), (1, "N2")], [(0, "C1"), (1, "C2")]], tuple(pages))
    known = [("d2d4 d7d5 c2c4 e7e6 b1c3 g8f6", "complete"), (MOVES, "complete")]

    def read(name, code=0):
        return [(game["uci"], game["state"]) for game in folder.games(name, code)]

    (folder.path / "issue/alto").mkdir(parents=True)
    for name, text in {"mets.xml": issue, **pages}.items():
        (folder.path / "issue" / name).write_text(text)
    equal(read("issue/mets.xml"), known, "the issue")
    equal(read("issue"), known, "its folder")
    equal(read(folder.zip("issue.zip", {"mets.xml": issue, **pages})), known, "an archive that begins with METS")
    equal(read(folder.zip("issue2.zip", {**{f"b/{name}": text for name, text in pages.items()}, "b/mets.xml": issue})), known, "one that ends with it")
    half = folder.zip("half.zip", {"alto/1.xml": pages["alto/1.xml"], "mets.xml": issue})
    equal(len(read(half, 4)), 2, "games on the page that is there")
    rest = folder.zip("pages.zip", pages)
    holds(len(read(rest)) >= 2, "pages without METS are sources of their own")


def documents_in_archives_are_read_too(folder):
    document = folder.path / folder.zip("inner.docx", docx(map(escape, SCORES["cy"])))
    with zipfile.ZipFile(folder.path / "all.zip", "w") as archive:
        archive.write(document, "columns/cy.docx")
        archive.write(folder.path / "ar.rtf", "columns/ar.rtf")
        archive.writestr("columns/broken.docx", document.read_bytes()[:200])
    games = folder.games("all.zip", code=4)
    equal([game["uci"] for game in games], [MOVES, MOVES], "games of the two that are whole")
    (folder.path / "page.alto.xml.gz").write_bytes(gzip.compress((folder.path / "a.alto.xml").read_bytes()))
    folder.holds_game("page.alto.xml.gz", "cy")


def a_document_that_unpacks_to_too_much_stops_no_other(folder):
    with zipfile.ZipFile(folder.path / "bomb.docx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        for i in range(3):
            archive.writestr(f"word/{i}.xml", bytes(100 << 20))
    done = subprocess.run([COFNOD, "import", folder.path / "bomb.db", folder.path / "bomb.docx", folder.path / "cy.docx"], capture_output=True, text=True, check=False)
    equal((done.returncode, "unpacks to more than" in done.stderr, "Welsh 1" in done.stderr + done.stdout), (6, True, True), done.stderr + done.stdout)


def documents_of_old_word_are_read_by_antiword(folder):
    """The file is none of Word: the program that reads it is a stand-in too."""
    (folder.path / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "\n".join(SCORES["cy"]).encode())
    programs = folder.path / "programs"
    programs.mkdir()
    (programs / "antiword").write_text("#!/bin/sh\n[ \"$*\" = '-m UTF-8.txt -w 0 -' ] && tail -c +513\n")
    (programs / "antiword").chmod(0o755)

    def read(path, code, *files):
        done = subprocess.run([COFNOD, "check", *files], capture_output=True, text=True, check=False, env={**os.environ, "PATH": path})
        equal(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    (folder.path / "old.zip").write_bytes(packed({"columns/old.doc": (folder.path / "old.doc").read_bytes()}))
    for name in ("old.doc", "old.zip"):
        holds("1 game: 1 complete" in read(f"{programs}:{os.environ['PATH']}", 0, folder.path / name), f"{name} is read")
        holds("apt-get install antiword" in read("/nowhere", 4, folder.path / name), "what to install is said")
    (folder.path / "old.xls").write_bytes((folder.path / "old.doc").read_bytes())
    holds("soffice" in read(str(programs), 4, folder.path / "old.xls"), "a sheet is not for antiword")


def pdf_is_read_in_columns(folder):
    if not shutil.which("pdftotext"):
        print("pdftotext is not installed")
        return
    (folder.path / "page.pdf").write_text(pdf(words_in_two_columns(SCORES["cy"], width=7.2)))
    folder.holds_game("page.pdf", "cy")


def letters_of_chess_fonts_in_pdf_are_pieces(folder):
    """Without the names of the fonts, the letters of Merida may be pawns: b is one on the b-file."""
    if not shutil.which("pdftohtml"):
        print("pdftohtml is not installed")
        return
    fonts = {"ABCDEF+ChessMerida": {"N": "n", "B": "b", "R": "r"}, "ChessAlpha": {"N": "h", "B": "b", "R": "r"}, "FigurineCBTimeSP": {"N": "\xa4", "B": "\xa5", "R": "\xa6"}}
    for font, letters in fonts.items():
        (folder.path / "font.pdf").write_text(pdf(words_in_two_columns(SCORES["en"], width=7.2), chess_font=font, letters=letters))
        folder.holds_game("font.pdf", "en")
        text = subprocess.run([COFNOD, "show", folder.path / f"{folder.count}.db", "1", "--source"], capture_output=True, text=True, check=True).stdout
        holds(all(part in text for part in ("Ann Evans", "2.♘f3", "♗b5", "♖e1")), f"{font}: {text}")


def main():
    tests = [paragraphs_of_word_are_lines, letters_of_chess_fonts_are_pieces, footnotes_are_comments_and_lists_have_numbers, open_document_and_rich_text_are_read, boxes_of_rich_text_are_read, hidden_and_deleted_text_is_no_move_and_raised_digits_are_notes, comments_of_readers_and_margins_of_pages_are_kept, tables_in_cells_are_read_below_their_rows, lists_of_open_document_are_numbered_where_they_say_so,
             books_are_read_in_the_order_of_their_spine, cells_are_read_as_a_sheet, comments_on_cells_stand_behind_their_moves_or_before_the_game, recognised_pages_are_read_in_columns, pages_without_coordinates_are_read_in_the_order_of_the_file, entities_of_a_page_are_read_or_named, a_fault_points_at_its_box_on_its_page, articles_of_mets_join_blocks_across_pages, documents_in_archives_are_read_too, a_document_that_unpacks_to_too_much_stops_no_other, documents_of_old_word_are_read_by_antiword, pdf_is_read_in_columns, letters_of_chess_fonts_in_pdf_are_pieces]
    with tempfile.TemporaryDirectory() as path:
        sys.exit(failures_of(tests, Folder(Path(path))) > 0)


main()
