"""Every move, comment and name of every game is in its booklet, once and in order; the pages are valid; diagrams stand
where they are asked for and tell in words what they show."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from booklet import Booklets  # noqa: E402
from checks import equal, failures_of, holds  # noqa: E402

forms = [(notation, layout) for notation in ("en", "cy", "ar", "fig") for layout in ("pgn", "columns")]


class Page(HTMLParser):
    """The texts of a page, game by game, without those of its pictures; the pictures."""

    def __init__(self, text):
        super().__init__()
        self.games, self.pictures, self.languages, self.inside = [], 0, [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "path", "use", "circle"):
            self.inside.append(tag)
        if tag == "article":
            self.games.append([])
        self.pictures += tag == "figure"
        if tag == "html":
            self.languages.append(dict(attrs))

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data):
        if "article" in self.inside and not {"svg", "figcaption", "thead"} & set(self.inside) and data.strip():
            self.games[-1].append(data.strip())


def are_in_order(moves, texts):
    said, at = " ".join(texts), 0
    for move in moves:
        at = said.find(move, at)
        if at < 0:
            return False
        at += len(move)
    return True


def every_move_is_in_the_booklet_in_its_order(booklets):
    for notation, layout in forms:
        games = json.loads(booklets.export("--format", "json", "--notation", notation))["games"]
        page = Page(booklets.export("--format", "html", "--notation", notation, "--layout", layout))
        equal(len(page.games), len(games), f"{notation}, {layout}: games")
        for game, texts in zip(games, page.games):
            holds(are_in_order(game["moves"].split(), texts), f"{notation}, {layout}: the moves of game {game['id']}: {texts}")


def every_comment_is_in_the_booklet(booklets):
    def comments(items):
        for item in items:
            if item["kind"] in ("comment", "unread"):
                yield item["text"]
            yield from comments(item["items"])

    for layout in ("pgn", "columns"):
        page = Page(booklets.export("--format", "html", "--layout", layout))
        for game, texts in zip(booklets.games, page.games):
            said = re.sub(r"\s+", " ", " ".join(texts))
            for text in comments(game["annotations"]):
                text = re.sub(r"\s+", " ", re.sub(r"\[%[^]]*\]", "", text)).strip()
                holds(text in said or text in ("D", ""), f"game {game['id']}: {text!r} in {said!r}")


def pages_are_in_the_language_and_direction_of_the_notation(booklets):
    for notation, expected in (("cy", {"lang": "cy"}), ("ar", {"lang": "ar", "dir": "rtl"}), ("he", {"lang": "he", "dir": "rtl"}), ("fig", {"lang": "en"})):
        equal(Page(booklets.export("--format", "html", "--notation", notation, "--limit", "1")).languages, [expected], notation)


def diagrams_stand_where_they_are_asked_for(booklets):
    own = ("--ids", "1")
    for options, count in (((), 3), (("--final-diagrams",), 4)):
        equal(Page(booklets.export("--format", "html", *own, *options)).pictures, count, f"figures with {options}")
        equal(booklets.export("--format", "latex", *own, *options).count("\\begin{board}"), count, f"boards with {options}")
    equal(Page(booklets.run("show", booklets.database, "1", "--format", "html")).pictures, 3, "of show")
    equal(Page(booklets.run("show", booklets.database, "1", "--format", "html", "--ply", "2")).pictures, 4, "of show --ply")
    equal(Page(booklets.run("show", booklets.database, "2", "--format", "html")).pictures, 1, "of show, where none is asked for")


def pictures_are_well_formed_and_tell_their_pieces(booklets):
    for game in booklets.games:
        if game["state"] == "rejected":
            continue
        picture = ElementTree.fromstring(booklets.run("show", booklets.database, str(game["id"]), "--format", "svg"))
        names = {child.tag.rpartition("}")[2]: child.text for child in picture}
        equal(names["title"], game["final"], f"title of game {game['id']}")
        pieces = None if game["notation"] == "camelot" else sum(c.isalpha() for c in game["final"].split()[0])
        said = names["desc"].count(",") + 2 - names["desc"].count(": .")
        holds(pieces in (None, said), f"game {game['id']}: {names['desc']}")


def tidy_finds_no_fault(booklets):
    if not shutil.which("tidy"):
        return print("skipped tidy: not installed")
    for notation, layout in forms:
        page = booklets.export("--format", "html", "--notation", notation, "--layout", layout, "--final-diagrams")
        done = subprocess.run(["tidy", "-q", "-e", "-utf8"], input=page, check=False, capture_output=True, text=True)
        equal((done.returncode, done.stderr), (0, ""), f"{notation}, {layout}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(1 if failures_of((every_move_is_in_the_booklet_in_its_order, every_comment_is_in_the_booklet,
                                   pages_are_in_the_language_and_direction_of_the_notation, diagrams_stand_where_they_are_asked_for,
                                   pictures_are_well_formed_and_tell_their_pieces, tidy_finds_no_fault),
                                  Booklets(sys.argv[1], sys.argv[2], scratch)) else 0)
