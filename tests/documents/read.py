#!/usr/bin/python3 -B
"""Documents that are made here, with scores in Welsh, Arabic and English: read.py COFNOD"""

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import equal, failures_of, holds  # noqa: E402

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
        with zipfile.ZipFile(self.path / name, "w") as archive:
            for member, text in files.items():
                archive.writestr(member, text)
        return name

    def holds_game(self, file, language=None):
        games = self.games(file)
        equal([(game["uci"], game["state"], game["result"]) for game in games], [(MOVES, "complete", "1-0")], file)
        if language:
            equal(games[0]["white"], SCORES[language][0].split(": ")[1], f"White in {file}")


def docx(lines, notes=None):
    body = "".join(f"<w:p><w:r><w:t xml:space='preserve'>{line}</w:t></w:r></w:p>" if not line.startswith("<") else line for line in lines)
    files = {"[Content_Types].xml": "<Types/>", "word/document.xml": f"<w:document xmlns:w='w'><w:body>{body}</w:body></w:document>"}
    if notes:
        files["word/footnotes.xml"] = f"<w:footnotes xmlns:w='w'><w:footnote w:id='2'><w:p><w:r><w:t>{notes}</w:t></w:r></w:p></w:footnote></w:footnotes>"
    return files


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
    folder.holds_game(folder.zip("list.docx", files), "en")
    holds("{The Spanish game.}" in subprocess.run([COFNOD, "export", folder.path / f"{folder.count}.db"], capture_output=True, text=True, check=True).stdout, "the note is a comment")


def open_document_and_rich_text_are_read(folder):
    for language, lines in SCORES.items():
        body = "".join(f"<text:p>{escape(line).replace(' ', '<text:s/>')}</text:p>" for line in lines)
        folder.holds_game(folder.zip(f"{language}.odt", {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": f"<o xmlns:text='t' xmlns:office='o'><office:body><office:text>{body}</office:text></office:body></o>"}), language)
        text = "\\par\n".join("".join(c if ord(c) < 128 else f"\\u{ord(c)}?" for c in line) for line in lines)
        (folder.path / f"{language}.rtf").write_text(f"{{\\rtf1\\ansi\\ansicpg1252{{\\fonttbl{{\\f0 Times;}}}}{{\\info{{\\author Nobody}}}}\n{text}\\par}}")
        folder.holds_game(f"{language}.rtf", language)


def books_are_read_in_the_order_of_their_spine(folder):
    pages = {f"OEBPS/{i}.xhtml": f"<html><body><p>{escape(line)}</p></body></html>" for i, line in enumerate(SCORES["cy"])}
    order = "".join(f"<itemref idref='i{i}'/>" for i in range(3))
    items = "".join(f"<item id='i{i}' href='{i}.xhtml'/>" for i in (2, 0, 1))
    files = {"mimetype": "application/epub+zip", "META-INF/container.xml": "<container><rootfiles><rootfile full-path='OEBPS/b.opf'/></rootfiles></container>",
             "OEBPS/b.opf": f"<package><manifest>{items}</manifest><spine>{order}</spine></package>"}
    folder.holds_game(folder.zip("book.epub", {**files, **dict(reversed(pages.items()))}), "cy")


def cells_are_read_as_a_sheet(folder):
    rows = [["Gwyn", "Du", "Canlyniad", "Symudiadau"], ["Eleri Morgan", "Sioned Rees", "1-0", SCORES["cy"][2]]]
    cells = "".join(f"<row r='{r + 1}'>" + "".join(f"<c r='{'ABCD'[c]}{r + 1}' t='inlineStr'><is><t>{escape(cell)}</t></is></c>" for c, cell in enumerate(row)) + "</row>" for r, row in enumerate(rows))
    folder.holds_game(folder.zip("sheet.xlsx", {"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook xmlns:r='r'><sheets><sheet name='A' r:id='a'/></sheets></workbook>",
                                                 "xl/_rels/workbook.xml.rels": "<Relationships><Relationship Id='a' Target='worksheets/sheet1.xml'/></Relationships>",
                                                 "xl/worksheets/sheet1.xml": f"<worksheet><sheetData>{cells}</sheetData></worksheet>"}), "cy")
    cells = "".join("<t:table-row>" + "".join(f"<t:table-cell><x:p>{escape(cell)}</x:p></t:table-cell>" for cell in row) + "<t:table-cell t:number-columns-repeated='16000'/></t:table-row>" for row in rows)
    folder.holds_game(folder.zip("sheet.ods", {"mimetype": "application/vnd.oasis.opendocument.spreadsheet",
                                               "content.xml": f"<o:d xmlns:o='o' xmlns:t='t' xmlns:x='x'><o:spreadsheet><t:table>{cells}<t:table-row t:number-rows-repeated='1048000'><t:table-cell/></t:table-row></t:table></o:spreadsheet></o:d>"}), "cy")


def words_in_two_columns(score, per_line=3, width=10):
    """Returns the words of a page with boxes: names above, the score in two columns, a heading over both."""
    names, moves = score[:2], score[2].split()
    words = [("CHESS", 330, 10)]
    lines = [names[0].split(), names[1].split()] + [moves[i : i + per_line] for i in range(0, len(moves), per_line)]
    half = (len(lines) + 1) // 2
    for i, line in enumerate(lines):
        left = 20 if i < half else 420
        for word in line:
            words.append((word, left, 60 + 20 * (i % half)))
            left += width * (len(word) + 1)
    return [(text, left, top, left + width * len(text), top + 14) for text, left, top in words]


def recognised_pages_are_read_in_columns(folder):
    words = words_in_two_columns(SCORES["cy"])
    alto = "".join(f"<String CONTENT={quoteattr(t)} HPOS='{x}' VPOS='{y}' WIDTH='{r - x}' HEIGHT='{b - y}' WC='0.9'/><SP/>" for t, x, y, r, b in sorted(words, key=lambda word: (word[2], word[1])))
    page = "".join(f"<Word><Coords points='{x},{y} {r},{y} {r},{b} {x},{b}'/><TextEquiv><Unicode>{escape(t)}</Unicode></TextEquiv></Word>" for t, x, y, r, b in words)
    hocr = "".join(f"<span class='ocrx_word' title='bbox {x} {y} {r} {b}; x_wconf 90'>{escape(t)}</span> " for t, x, y, r, b in words)
    table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" + "".join(f"5\t1\t1\t1\t1\t1\t{x}\t{y}\t{r - x}\t{b - y}\t90\t{t}\n" for t, x, y, r, b in words)
    for name, text in {"a.alto.xml": f"<alto xmlns='http://www.loc.gov/standards/alto/ns-v3#'><Layout><Page><PrintSpace><TextBlock><TextLine>{alto}</TextLine></TextBlock></PrintSpace></Page></Layout></alto>",
                       "b.page.xml": f"<PcGts><Page><TextRegion><TextLine>{page}</TextLine></TextRegion></Page></PcGts>",
                       "c.hocr": f"<html><body><div class='ocr_page' title='bbox 0 0 800 800'>{hocr}</div></body></html>", "d.tsv": table}.items():
        (folder.path / name).write_text(text)
        folder.holds_game(name, "cy")


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


def pdf_is_read_in_columns(folder):
    if not shutil.which("pdftotext"):
        print("pdftotext is not installed")
        return
    stream = "BT /F1 12 Tf " + " ".join(f"1 0 0 1 {x} {800 - b} Tm ({t.replace('(', chr(92) + '(')}) Tj" for t, x, _, _, b in words_in_two_columns(SCORES["cy"], width=7.2)) + " ET"
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
               "<</Type/Page/Parent 2 0 R/MediaBox[0 0 900 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
               f"<</Length {len(stream)}>>stream\n{stream}\nendstream", "<</Type/Font/Subtype/Type1/BaseFont/Courier>>"]
    pdf, places = "%PDF-1.4\n", []
    for i, text in enumerate(objects):
        places.append(len(pdf))
        pdf += f"{i + 1} 0 obj{text}endobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    (folder.path / "page.pdf").write_text(f"{pdf}xref\n0 6\n0000000000 65535 f \n{table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n{len(pdf)}\n%%EOF\n")
    folder.holds_game("page.pdf", "cy")


def main():
    tests = [paragraphs_of_word_are_lines, letters_of_chess_fonts_are_pieces, footnotes_are_comments_and_lists_have_numbers, open_document_and_rich_text_are_read,
             books_are_read_in_the_order_of_their_spine, cells_are_read_as_a_sheet, recognised_pages_are_read_in_columns, documents_in_archives_are_read_too, a_document_that_unpacks_to_too_much_stops_no_other, pdf_is_read_in_columns]
    with tempfile.TemporaryDirectory() as path:
        sys.exit(failures_of(tests, Folder(Path(path))) > 0)


main()
