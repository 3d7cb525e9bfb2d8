"""Documents, written here: functions from lines, rows or words to files."""

import io
import re
import zipfile
from xml.sax.saxutils import escape, quoteattr


def packed(files):
    """Returns a zip of files, by their names."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def docx(lines, notes=None):
    """Lines that begin with < are XML."""
    body = "".join(f"<w:p><w:r><w:t xml:space='preserve'>{line}</w:t></w:r></w:p>" if not line.startswith("<") else line for line in lines)
    files = {"[Content_Types].xml": "<Types/>", "word/document.xml": f"<w:document xmlns:w='w'><w:body>{body}</w:body></w:document>"}
    if notes:
        files["word/footnotes.xml"] = f"<w:footnotes xmlns:w='w'><w:footnote w:id='2'><w:p><w:r><w:t>{notes}</w:t></w:r></w:p></w:footnote></w:footnotes>"
    return files


def odt(lines, styles=""):
    """Lines that begin with < are XML."""
    body = "".join(line if line.startswith("<") else f"<text:p>{escape(line).replace(' ', '<text:s/>')}</text:p>" for line in lines)
    return {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": f"<o xmlns:text='t' xmlns:office='o'><office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></o>"}


def rtf(lines):
    text = "\\par\n".join("".join(c if ord(c) < 128 else f"\\u{ord(c) if ord(c) < 0x8000 else ord(c) - 0x10000}?" for c in line) for line in lines)
    return f"{{\\rtf1\\ansi\\ansicpg1252{{\\fonttbl{{\\f0 Times;}}}}{{\\info{{\\author Nobody}}}}\n{text}\\par}}"


def epub(lines):
    """A book with a page for each line, in an order that only its spine gives."""
    pages = {f"OEBPS/{i}.xhtml": f"<html><body><p>{escape(line)}</p></body></html>" for i, line in enumerate(lines)}
    count = len(pages)
    order = "".join(f"<itemref idref='i{i}'/>" for i in range(count))
    items = "".join(f"<item id='i{i}' href='{i}.xhtml'/>" for i in reversed(range(count)))
    files = {"mimetype": "application/epub+zip", "META-INF/container.xml": "<container><rootfiles><rootfile full-path='OEBPS/b.opf'/></rootfiles></container>",
             "OEBPS/b.opf": f"<package><manifest>{items}</manifest><spine>{order}</spine></package>"}
    return {**files, **dict(reversed(pages.items()))}


def xlsx(rows, comments=()):
    """A sheet of a spreadsheet; `comments`: names of cells with what a reader says of them."""
    cells = "".join(f"<row r='{r + 1}'>" + "".join(f"<c r='{'ABCDEFGH'[c]}{r + 1}' t='inlineStr'><is><t>{escape(cell)}</t></is></c>" for c, cell in enumerate(row)) + "</row>" for r, row in enumerate(rows))
    return {"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<workbook xmlns:r='r'><sheets><sheet name='A' r:id='a'/></sheets></workbook>",
            "xl/_rels/workbook.xml.rels": "<Relationships><Relationship Id='a' Target='worksheets/sheet1.xml'/></Relationships>",
            "xl/worksheets/sheet1.xml": f"<worksheet><sheetData>{cells}</sheetData></worksheet>",
            "xl/worksheets/_rels/sheet1.xml.rels": "<Relationships><Relationship Id='a' Type='x/comments' Target='../comments1.xml'/></Relationships>",
            "xl/comments1.xml": "<comments><commentList>" + "".join(f"<comment ref='{cell}'><text><r><t>{escape(text)}</t></r></text></comment>" for cell, text in comments) + "</commentList></comments>"}


def ods(rows, comments=()):
    noted = {cell: f"<o:annotation><dc:creator>A</dc:creator><x:p>{escape(text)}</x:p></o:annotation>" for cell, text in comments}
    cells = "".join("<t:table-row>" + "".join(f"<t:table-cell>{noted.get('ABCDEFGH'[c] + str(r + 1), '')}<x:p>{escape(cell)}</x:p></t:table-cell>" for c, cell in enumerate(row)) + "<t:table-cell t:number-columns-repeated='16000'/></t:table-row>" for r, row in enumerate(rows))
    return {"mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f"<o:d xmlns:o='o' xmlns:t='t' xmlns:x='x' xmlns:dc='dc'><o:spreadsheet><t:table>{cells}<t:table-row t:number-rows-repeated='1048000'><t:table-cell/></t:table-row></t:table></o:spreadsheet></o:d>"}


def words_in_two_columns(score, per_line=3, width=10, from_right=False):
    """Returns the words of a page with boxes, (text, left, top, right, bottom): names above, the score in two columns, a
    heading over both."""
    *names, moves = score
    words = [("CHESS", 330, 10)]
    moves = moves.split()
    lines = [name.split() for name in names] + [moves[i : i + per_line] for i in range(0, len(moves), per_line)]
    half = (len(lines) + 1) // 2
    for i, line in enumerate(lines):
        left = 20 if i < half else 420
        for word in line:
            words.append((word, left, 60 + 20 * (i % half)))
            left += width * (len(word) + 1)
    boxes = [(text, left, top, left + width * len(text), top + 14) for text, left, top in words]
    return [(text, 800 - right, top, 800 - left, bottom) for text, left, top, right, bottom in boxes] if from_right else boxes


def block_of_alto(words, name="TB1"):
    strings = "".join(f"<String CONTENT={quoteattr(t)} HPOS='{x}' VPOS='{y}' WIDTH='{r - x}' HEIGHT='{b - y}' WC='0.9'/><SP/>" for t, x, y, r, b in words)
    return f"<TextBlock ID='{name}'><TextLine>{strings}</TextLine></TextBlock>"


def alto(*blocks):
    return f"<alto xmlns='http://www.loc.gov/standards/alto/ns-v3#'><Layout><Page><PrintSpace>{''.join(blocks)}</PrintSpace></Page></Layout></alto>"


def page_xml(words):
    text = "".join(f"<Word><Coords points='{x},{y} {r},{y} {r},{b} {x},{b}'/><TextEquiv><Unicode>{escape(t)}</Unicode></TextEquiv></Word>" for t, x, y, r, b in words)
    return f"<PcGts><Page><TextRegion><TextLine>{text}</TextLine></TextRegion></Page></PcGts>"


def hocr(*pages):
    return "<html><body>" + "".join("<div class='ocr_page' title='bbox 0 0 800 800'>" + "".join(f"<span class='ocrx_word' title='bbox {x} {y} {r} {b}; x_wconf 90'>{escape(t)}</span> " for t, x, y, r, b in words) + "</div>" for words in pages) + "</body></html>"


def tesseract_table(words):
    return "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" + "".join(f"5\t1\t1\t1\t1\t1\t{x}\t{y}\t{r - x}\t{b - y}\t90\t{t}\n" for t, x, y, r, b in words)


def djvu_xml(words):
    text = "".join(f"<WORD coords='{x},{b},{r},{y}'>{escape(t)}</WORD> " for t, x, y, r, b in words)
    return f"<DjVuXML><BODY><OBJECT><HIDDENTEXT><PAGECOLUMN><REGION><PARAGRAPH><LINE>{text}</LINE></PARAGRAPH></REGION></PAGECOLUMN></HIDDENTEXT></OBJECT></BODY></DjVuXML>"


def mets(articles, pages=("alto/1.xml",)):
    """Returns an issue; an article is a list of (page, block)."""
    files = "".join(f"<file ID='A{i}' MIMETYPE='text/xml'><FLocat xlink:href='file://./{page}'/></file>" for i, page in enumerate(pages))
    physical = "".join(f"<div TYPE='Page'><fptr FILEID='A{i}'/></div>" for i in range(len(pages)))
    logical = "".join("<div TYPE='Article'>" + "".join(f"<fptr><area FILEID='A{page}' BETYPE='IDREF' BEGIN='{block}'/></fptr>" for page, block in areas) + "</div>" for areas in articles)
    return f"<mets xmlns:xlink='x'><fileSec><fileGrp>{files}</fileGrp></fileSec><structMap TYPE='PHYSICAL'><div>{physical}</div></structMap><structMap TYPE='LOGICAL'><div>{logical}</div></structMap></mets>"


def pdf(words, height=842, chess_font=None, letters=None):
    """Words in Courier of 12 points, 7.2 points a letter. `letters`: of a chess font, by those that it stands for."""
    def shown(text, x, bottom, font):
        escaped = "".join(f"\\{ord(c):03o}" if c in "()\\" or ord(c) > 126 else c for c in text)
        return f"/F{font} 12 Tf 1 0 0 1 {x} {height - bottom} Tm ({escaped}) Tj"

    runs = []
    for text, x, _, _, bottom in words:
        for i, part in enumerate(re.split(f"([{''.join(letters)}])", text) if letters and text[-1].isdigit() else [text]):
            runs.append(shown(letters[part] if i % 2 else part, x, bottom, 2 if i % 2 else 1))
            x += 7.2 * len(part)
    stream = f"BT {' '.join(runs)} ET"
    fonts = ["<</Type/Font/Subtype/Type1/BaseFont/Courier>>"]
    if chess_font:
        fonts.append(f"<</Type/Font/Subtype/TrueType/BaseFont/{chess_font}/Encoding/WinAnsiEncoding/FirstChar 0/LastChar 255/Widths[{'600 ' * 256}]>>")
    resources = "".join(f"/F{i + 1} {i + 5} 0 R" for i in range(len(fonts)))
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
               f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 900 {height}]/Contents 4 0 R/Resources<</Font<<{resources}>>>>>>",
               f"<</Length {len(stream)}>>stream\n{stream}\nendstream", *fonts]
    file, places = "%PDF-1.4\n", []
    for i, each in enumerate(objects):
        places.append(len(file))
        file += f"{i + 1} 0 obj{each}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    return f"{file}xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(file)}\n%%EOF\n"
