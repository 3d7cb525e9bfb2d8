#!/usr/bin/python3 -B
"""Scores in text that comes from pictures: recognise.py COFNOD

The probes in recognised.probes are written as tables of words, as tesseract writes them; what depends on confidence, on
alternatives and on the program itself is tested below.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from checks import equal, failures_of, holds  # noqa: E402

COFNOD = sys.argv[1]
NAMES = {
    "cy": ["Gwyn: Eleri Morgan", "Du: Sioned Rees"],
    "en": ["White: Ann Evans", "Black: Mary Jones"],
    "ru": ["Белые: Анна", "Чёрные: Мария"],
}
SCORE = "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7 6.Re1 b5 7.Bb3 d6 1-0"
MOVES = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6"


def words_of(lines, confidence=90):
    """Returns words with boxes and confidence: text, left, top, width, height, confidence."""
    words = []
    for row, line in enumerate(lines):
        left = 20
        for word in line.split():
            words.append((word, left, 20 + 30 * row, 10 * len(word), 20, confidence))
            left += 10 * len(word) + 10
    return words


def lines_of(language, score, width=34):
    lines, line = list(NAMES[language]), ""
    for word in score.split():
        if len(line) + len(word) > width:
            lines.append(line)
            line = ""
        line += ("" if not line else " ") + word
    return lines + [line]


def table(words):
    head = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
    return head + "".join(f"5\t1\t1\t1\t1\t1\t{x}\t{y}\t{w}\t{h}\t{c}\t{t}\n" for t, x, y, w, h, c in words)


def alto(words, alternatives):
    def string(word):
        text, x, y, w, h, confidence = word
        others = "".join(f"<ALTERNATIVE>{other}</ALTERNATIVE>" for other in alternatives.get(text, []))
        return f"<String CONTENT={quoteattr(text)} HPOS='{x}' VPOS='{y}' WIDTH='{w}' HEIGHT='{h}' WC='{confidence / 100}'>{others}</String>"

    return f"<alto><Layout><Page><PrintSpace><TextBlock><TextLine>{''.join(map(string, words))}</TextLine></TextBlock></PrintSpace></Page></Layout></alto>"


class Folder:
    def __init__(self, path):
        self.path, self.count = path, 0

    def read(self, name, text, *options, env=None):
        """Returns the games of a file and what import says."""
        self.count += 1
        file = self.path / f"{self.count}-{name}"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        database = self.path / f"{self.count}.db"
        done = subprocess.run([COFNOD, "import", database, file, *options], capture_output=True, text=True, check=False, env=env)
        if not database.exists():
            return [], done
        rows = subprocess.run([COFNOD, "export", database, "--ndjson"], capture_output=True, text=True, check=True).stdout
        return [json.loads(row) for row in rows.splitlines()], done

    def problems(self, name, text):
        self.count += 1
        file = self.path / f"{self.count}-{name}"
        file.write_text(text)
        done = subprocess.run([COFNOD, "check", file], capture_output=True, text=True, check=False)
        return done.stdout + done.stderr


def probes():
    probe = {}
    for line in (HERE / "recognised.probes").read_text(encoding="utf-8").splitlines() + [""]:
        if line.startswith("#"):
            continue
        if not line and probe:
            yield probe
            probe = {}
        elif line:
            key, value = line.split(None, 1)
            probe[key] = value


def what_was_printed_is_found_by_what_plays_on(folder):
    count = 0
    for probe in probes():
        count += 1
        text = table(words_of(lines_of(probe["language"], probe["read"])))
        games, done = folder.read("page.tsv", text)
        equal([(game["uci"], game["state"]) for game in games], [(probe["moves"], probe["state"])], f"{probe['probe']}: {done.stdout}{done.stderr}")
        if "comments" in probe:
            comments = "; ".join(f"{item['ply']} {item['text']}" for game in games for item in game["annotations"])
            equal(comments, probe["comments"], probe["probe"])
        for key in ("note", "fault"):
            if key in probe:
                problems = folder.problems("page.tsv", text)
                holds(probe[key] in problems, f"{probe['probe']}: {probe[key]}: {problems}")
    holds(count > 8, "the probes are there")


def typed_text_is_not_read_so(folder):
    """«Kt8» for Nf6 is no misprint that one repair mends; only a page says that signs may be others."""
    lines = lines_of("en", SCORE.replace("Nc6", "Wc6e").replace("7.Bb3", "7.8b3"))
    typed, _ = folder.read("page.txt", "\n".join(lines))
    page, _ = folder.read("page.tsv", table(words_of(lines)))
    equal([game["state"] for game in typed], ["incomplete"], "typed")
    equal([(game["uci"], game["state"]) for game in page], [(MOVES, "complete")], "recognised")


def low_confidence_raises_what_a_repair_may_do(folder):
    """A sign of a word is none of Nc6, and one is too many: too much for a sure word."""
    lines = lines_of("en", SCORE.replace("Nc6", "Nzz6"))
    plies = [folder.read("page.tsv", table(words_of(lines, confidence)))[0][0]["plies"] for confidence in (99, 0)]
    equal(plies, [3, 14], "plies with a sure word, and with an unsure one")


def alternatives_of_the_recogniser_are_tried(folder):
    words = words_of(lines_of("en", SCORE.replace("Nc6", "Jjj")))
    without, _ = folder.read("page.xml", alto(words, {}))
    equal([game["state"] for game in without], ["incomplete"], "without alternatives")
    games, _ = folder.read("page.xml", alto(words, {"Jjj": ["Qd9", "Nc6"]}))
    equal([(game["uci"], game["state"]) for game in games], [(MOVES, "complete")], "with alternatives")
    words = words_of(lines_of("en", SCORE.replace("4.Ba4", "4.Jjj")))
    games, _ = folder.read("page.xml", alto(words, {"4.Jjj": ["4.Ba4"]}))
    equal([(game["uci"], game["state"]) for game in games], [(MOVES, "complete")], "with alternatives behind a number")


def page_as_pdf(lines, size=14):
    """A page of text in a PDF, which pdftoppm turns into a picture."""
    stream = f"BT /F1 {size} Tf " + " ".join(f"1 0 0 1 40 {380 - 24 * i} Tm ({line}) Tj" for i, line in enumerate(lines)) + " ET"
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
               "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 420]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
               f"<</Length {len(stream)}>>stream\n{stream}\nendstream", "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>"]
    pdf, places = "%PDF-1.4\n", []
    for i, text in enumerate(objects):
        places.append(len(pdf))
        pdf += f"{i + 1} 0 obj{text}\nendobj\n"
    table_of_objects = "".join(f"{place:010} 00000 n \n" for place in places)
    return f"{pdf}xref\n0 6\n0000000000 65535 f \n{table_of_objects}trailer<</Size 6/Root 1 0 R>>\nstartxref\n{len(pdf)}\n%%EOF\n".encode()


def pdf_of_picture(pgm):
    """A PDF without text: a page with a picture on it, grey dots as pdftoppm writes them."""
    _, width, height, _ = pgm.split(maxsplit=4)[:4]
    dots = pgm[-int(width) * int(height):]
    stream = b"q 400 0 0 420 0 0 cm /I Do Q"
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
               b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 420]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
               b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
               b"<</Type/XObject/Subtype/Image/Width %s/Height %s/ColorSpace/DeviceGray/BitsPerComponent 8/Length %d>>stream\n%s\nendstream" % (width, height, len(dots), dots)]
    pdf, places = b"%PDF-1.4\n", []
    for i, text in enumerate(objects):
        places.append(len(pdf))
        pdf += b"%d 0 obj" % (i + 1) + text + b"\nendobj\n"
    return pdf + b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places) + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % len(pdf)


def pictures_are_recognised(folder):
    if not shutil.which("tesseract") or not shutil.which("pdftoppm"):
        print("tesseract or pdftoppm is not installed")
        return
    source = folder.path / "source.pdf"
    source.write_bytes(page_as_pdf(lines_of("en", SCORE)))
    for kind in ("png", "jpeg", "tiff"):
        subprocess.run(["pdftoppm", "-r", "300", "-gray", f"-{kind}", "-singlefile", source, folder.path / kind], check=True)
    for name in ("png.png", "jpeg.jpg", "tiff.tif"):
        games, done = folder.read(f"page{Path(name).suffix}", (folder.path / name).read_bytes(), "--ocr", "eng")
        equal([(game["uci"], game["state"], game["white"]) for game in games], [(MOVES, "complete", "Ann Evans")], f"{name}: {done.stderr}")
    games, done = folder.read("page.png", (folder.path / "png.png").read_bytes())
    equal([game["uci"] for game in games], [MOVES], f"in the installed languages: {done.stderr}")
    dots = subprocess.run(["pdftoppm", "-r", "300", "-gray", "-singlefile", source], check=True, capture_output=True).stdout
    games, done = folder.read("page.pdf", pdf_of_picture(dots), "--ocr", "eng")
    equal([game["uci"] for game in games], [MOVES], f"a PDF without text: {done.stderr}")
    _, done = folder.read("page.png", (folder.path / "png.png").read_bytes(), "--ocr", "xxx+eng")
    equal((done.returncode, "apt-get install tesseract-ocr-xxx" in done.stderr), (4, True), done.stderr)
    _, done = folder.read("page.png", (folder.path / "png.png").read_bytes()[:300])
    equal((done.returncode, "cannot read this picture" in done.stderr), (4, True), done.stderr)


def columns_are_read_again_where_the_first_reading_is_unsure(folder):
    """A stand-in for tesseract, whose second reading knows what the first does not, if it is given the columns."""
    programs = folder.path / "programs"
    programs.mkdir()
    first, second = (lines_of("en", score, 20) for score in (SCORE.replace("4.Ba4", "4.Jjj").replace("Nc6", "Ccc"), SCORE))
    (programs / "list").write_text("List:\neng\n")
    (programs / "second").write_text(table(words_of(second)))
    (programs / "tesseract").write_text(f"""#!/bin/sh
case $* in
*--list-langs) cat {programs}/list ;;
*'--psm 3 tsv') cat {programs}/first ;;
*'-l eng --psm 4 tsv') [ "$(cat stdin.uzn)" = '12 12 196 186 Text' ] && cat {programs}/second ;;
esac
""")
    (programs / "tesseract").chmod(0o755)
    plies = []
    for confidence in (90, 40):  # of the two words that were read wrongly
        words = [(*word[:5], confidence if word[0] in ("4.Jjj", "Ccc") else 90) for word in words_of(first)]
        (programs / "first").write_text(table(words))
        games, done = folder.read("page.png", PICTURE, env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"})
        plies.append(len(games[0]["uci"].split()))
    equal(plies, [3, 14], f"plies of a sure reading, and of an unsure one: {done.stderr}")


PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(100)


def damaged_pictures_are_told(folder):
    if not shutil.which("tesseract"):
        return
    for sign in (b"\x89PNG\r\n\x1a\n", b"II*\0\x08\0\0\0", b"MM\0*\0\0\0\x08", b"\xff\xd8\xff\xe0"):
        _, done = folder.read("page", sign + b" and no picture behind it")
        equal((done.returncode, "tesseract cannot read this picture" in done.stderr), (4, True), f"{sign}: {done.stdout}{done.stderr}")


def what_is_not_installed_is_named(folder):
    without = folder.path / "nothing but env"
    without.mkdir()
    (without / "env").symlink_to(shutil.which("env"))
    for path in ("/nowhere", str(without)):
        _, done = folder.read("page.png", PICTURE, env={**os.environ, "PATH": path})
        equal((done.returncode, "apt-get install tesseract-ocr tesseract-ocr-cym" in done.stderr), (4, True), done.stderr)


def main():
    tests = [what_was_printed_is_found_by_what_plays_on, typed_text_is_not_read_so, low_confidence_raises_what_a_repair_may_do,
             alternatives_of_the_recogniser_are_tried, pictures_are_recognised, columns_are_read_again_where_the_first_reading_is_unsure,
             damaged_pictures_are_told, what_is_not_installed_is_named]
    with tempfile.TemporaryDirectory() as path:
        sys.exit(failures_of(tests, Folder(Path(path))) > 0)


main()
