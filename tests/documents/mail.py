#!/usr/bin/python3 -B
"""Mail with scores, written by Python's own library: mail.py COFNOD"""

import gzip
import json
import subprocess
import sys
import tempfile
from email.message import EmailMessage
from pathlib import Path
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import equal, failures_of, holds  # noqa: E402
from samples import docx, packed  # noqa: E402

COFNOD = sys.argv[1]
MOVES = "e2e4 e7e5 g1f3 b8c6 f1b5"
PGN = '[White "Éric Lefèvre"]\n[Black "Bob"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n'
COLUMN = "Gwyn: Siân Evans\nDu: Owen Tŷ Gwyn\n\n" + "1.e4 e5 2.Mf3 Mc6 3.Eb5 *\n"


def message(text="", **options):
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "tom@example.org", "sam@example.org", "Our game"
    if text:
        mail.set_content(text, **options)
    return mail


def games(folder, mail, name="mail.eml"):
    (folder / name).write_bytes(mail if isinstance(mail, bytes) else bytes(mail))
    database = folder / "mail.db"
    database.unlink(missing_ok=True)
    subprocess.run([COFNOD, "import", database, folder / name], capture_output=True, check=False)
    rows = subprocess.run([COFNOD, "export", database, "--ndjson"], capture_output=True, text=True, check=True).stdout
    return [json.loads(row) for row in rows.splitlines()]


def holds_game(folder, mail, white, name="mail.eml"):
    found = [(game["uci"], game["state"], game["white"]) for game in games(folder, mail, name)]
    equal(found, [(MOVES, "complete", white)], name)


def encodings_and_character_sets_are_decoded(folder):
    for encoding in ("quoted-printable", "base64", "8bit"):
        holds_game(folder, message(PGN, cte=encoding), "Éric Lefèvre")
        holds_game(folder, message(PGN, charset="iso-8859-1", cte=encoding), "Éric Lefèvre")
        holds_game(folder, message(COLUMN, cte=encoding), "Siân Evans")
        holds_game(folder, message(COLUMN, charset="iso-8859-14", cte=encoding), "Siân Evans")


def a_line_break_of_quoted_printable_is_none_in_a_move(folder):
    text = "Here it is: 1.d4 d5 2.Bf4 c6 3.e3 B=\r\nf5 4.=\r\nc4 d=78c4 *\r\n"
    head = "Subject: a game\r\nFrom: a@b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    equal([game["uci"] for game in games(folder, (head + text).encode())], ["d2d4 d7d5 c1f4 c7c6 e2e3 c8f5 c2c4 d5c4"], "moves")


def a_page_beside_its_text_is_not_read_again(folder):
    mail = message(PGN)
    page = "<html><body>" + PGN.replace("\n", "<br>\n") + "</body></html>"
    mail.add_alternative(page, subtype="html")
    holds_game(folder, mail, "Éric Lefèvre")
    related = message(PGN)
    related.make_alternative()
    inner = EmailMessage()
    inner.set_content(page, subtype="html")
    inner.add_related(b"\x89PNG", maintype="image", subtype="png")
    related.attach(inner)
    holds_game(folder, related, "Éric Lefèvre")
    alone = message()
    alone.set_content(page, subtype="html", cte="quoted-printable")
    holds_game(folder, alone, "Éric Lefèvre")


def attachments_with_text_are_read(folder):
    mail = message("The game is attached.\n")
    mail.add_attachment(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 40, maintype="image", subtype="png", filename="board.png")
    mail.add_attachment(PGN.encode(), maintype="application", subtype="x-chess-pgn", filename="game.pgn")
    holds_game(folder, mail, "Éric Lefèvre")
    forwarded = message("See below.\n")
    forwarded.add_attachment(message(PGN, cte="base64"))
    holds_game(folder, forwarded, "Éric Lefèvre")


def documents_attached_are_read_and_archives_are_refused(folder):
    mail = message("The column is attached.\n")
    column = packed(docx([escape(line) for line in COLUMN.splitlines() if line]))
    mail.add_attachment(column, maintype="application", subtype="octet-stream", filename="column.docx")
    holds_game(folder, mail, "Siân Evans")
    mail.add_attachment(packed({"game.pgn": PGN}), maintype="application", subtype="zip", filename="games.zip")
    holds_game(folder, mail, "Siân Evans")
    done = subprocess.run([COFNOD, "check", folder / "mail.eml"], capture_output=True, text=True, check=False)
    holds(done.returncode == 4 and "archive that is attached" in done.stderr, done.stderr)


def pgn_that_a_reply_quotes_is_read(folder):
    for mark in ("> ", ">", "> > "):
        quoted = "".join(f"{mark}{line}\n" for line in (PGN + "\n" + PGN.replace("Bb5", "Bc4")).splitlines())
        for encoding in ("quoted-printable", "8bit"):
            mail = message("Thanks!\n\nSam wrote:\n" + quoted + "\nTom\n", cte=encoding)
            found = [(game["uci"].split()[-1], game["white"]) for game in games(folder, mail)]
            equal(found, [("f1b5", "Éric Lefèvre"), ("f1c4", "Éric Lefèvre")], mark)


def words_of_headers_are_decoded(folder):
    mail = message("1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n")
    mail.replace_header("Subject", "Siân Evans – Owen Tŷ Gwyn, gêm drwy'r post rhwng Caernarfon a Threfynwy, 1998")
    games(folder, mail)
    texts = subprocess.run([COFNOD, "passages", folder / "mail.db"], capture_output=True, text=True, check=True).stdout
    holds("Siân Evans – Owen Tŷ Gwyn" in texts, texts)


def mailboxes_are_read_message_by_message(folder):
    mails = [message(PGN, cte="base64"), message(COLUMN, cte="quoted-printable"), message(PGN.replace("Bb5", "Bc4"))]
    box = b"".join(b"From tom@example.org Wed Mar  4 10:11:12 1998\n" + bytes(mail) + b"\n" for mail in mails)
    for name, bytes_of_box in (("box.mbox", box), ("box.mbox.gz", gzip.compress(box))):
        found = [(game["uci"].split()[-1], game["state"]) for game in games(folder, bytes_of_box, name)]
        equal(found, [("f1b5", "complete"), ("f1b5", "complete"), ("f1c4", "complete")], name)


def damage_ends_a_mailbox_behind_what_can_be_read(folder):
    box = b"From a@b Wed Mar  4 10:11:12 1998\n" + bytes(message(PGN, cte="base64")) + b"\n" + bytes(range(256)) * 4000
    cut = gzip.compress(box)[:-3000]
    found = [(game["uci"], game["state"]) for game in games(folder, cut, "cut.mbox.gz")]
    equal(found[:1], [(MOVES, "complete")], "games before the damage")


def main():
    tests = [encodings_and_character_sets_are_decoded, a_line_break_of_quoted_printable_is_none_in_a_move, a_page_beside_its_text_is_not_read_again,
             attachments_with_text_are_read, documents_attached_are_read_and_archives_are_refused, pgn_that_a_reply_quotes_is_read, words_of_headers_are_decoded, mailboxes_are_read_message_by_message, damage_ends_a_mailbox_behind_what_can_be_read]
    with tempfile.TemporaryDirectory() as path:
        sys.exit(failures_of(tests, Path(path)) > 0)


main()
