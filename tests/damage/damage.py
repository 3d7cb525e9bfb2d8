#!/usr/bin/python3 -B
"""Damaged scores: damage.py COFNOD ROOT [CASES [SEED]]

Games whose moves are known are damaged as people and scanners damage them, in five languages, and imported. No game may
be complete with other moves than it had, unless it names the moves that were possible and the place that decided, or the
damaged text is by itself another legal score without a choice: that is what pgn-extract says of its English form. The letters of the languages are read from grammar/languages."""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from checks import skip  # noqa: E402

COFNOD, ROOT = sys.argv[1], Path(sys.argv[2])
CASES, SEED = (int(argument) for argument in (sys.argv[3:] + ["300", "1"][len(sys.argv) - 3:])[:2])
ENVIRONMENT = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/games", "LC_ALL": "C.UTF-8"}

MOVE = re.compile(r"([KQRBN])?([a-h])?([1-8])?(x)?([a-h])([1-8])(?:=?([QRBN]))?([+#]?)")
CASTLING = re.compile(r"O-O(-O)?[+#]?")


class Letters:
    """The letters of a language, to write English moves in."""

    def __init__(self, code):
        self.pieces, self.files = {role: role for role in "KQRBN"}, dict(zip("abcdefgh", "abcdefgh"))
        self.capture, self.pawn_capture, self.rank_first = "x", "", False
        for line in (ROOT / f"grammar/languages/{code}.notation").read_text().splitlines():
            name, _, value = line.partition(" ")
            value = value.strip()
            if name == "pieces":
                self.pieces = dict(pair.split("=") for pair in value.split())
            elif name == "files":
                self.files = dict(zip("abcdefgh", value.split()))
            elif name == "capture":
                self.capture = value.split()[0]
            elif name == "pawn-capture":
                self.pawn_capture = value.strip('"')
            elif name == "squares":
                self.rank_first = value == "rank-file"

    def square(self, file, rank):
        parts = [self.files.get(file, ""), rank or ""]
        return "".join(reversed(parts) if self.rank_first else parts)

    def write(self, word):
        """Translates a move; of anything else, each letter by itself."""
        match = MOVE.fullmatch(word)
        if not match:
            return "".join(self.pieces.get(c, self.files.get(c, c)) for c in word) if not CASTLING.fullmatch(word) else word
        role, from_file, from_rank, takes, file, rank, promotion, mark = match.groups()
        text = self.pieces[role] if role else self.pawn_capture if takes else ""
        text += self.square(from_file, from_rank) + (self.capture if takes else "") + self.square(file, rank)
        return text + (f"={self.pieces[promotion]}" if promotion else "") + mark

    def read(self, word):
        """Translates a move of a language with Latin squares back."""
        roles = {letter: role for role, letter in self.pieces.items()}
        head, sign, promoted = word.replace("0", "O").partition("=")
        return roles.get(head[:1], head[:1]) + head[1:] + sign + roles.get(promoted[:1], promoted[:1]) + promoted[1:]


# A score is a list of words: numbers ("12."), moves, and text between them.

def is_number(word):
    return word[0].isdigit() and word.endswith(".")


def moves_in(words):
    return [i for i, word in enumerate(words) if MOVE.fullmatch(word) or CASTLING.fullmatch(word)]


def numbers_in(words):
    return [i for i, word in enumerate(words) if is_number(word)]


class NotHere(Exception):
    """There is nothing in a score for such a damage."""


def one_of(items):
    items = list(items)
    if not items:
        raise NotHere
    return random.choice(items)


def changed(words, places, change):
    """Changes one of the words at some places to one that is another."""
    places = list(places)
    random.shuffle(places)
    for i in places:
        word = change(words[i])
        if word != words[i]:
            return words[:i] + (word.split() or []) + words[i + 1:]
    raise NotHere


def with_other(word, pattern, signs):
    places = [match.start() for match in re.finditer(pattern, word)]
    if not places:
        return word
    i = random.choice(places)
    return word[:i] + random.choice([c for c in signs if c != word[i]]) + word[i + 1:]


def exchanged(words, i, j):
    words = words[:]
    words[i], words[j] = words[j], words[i]
    return words


def departure_left_out(words):
    return changed(words, moves_in(words), lambda word: re.sub(r"^([NBRQ])(?:[a-h][1-8]|[a-h]|[1-8])(x?[a-h][1-8])", r"\1\2", word))


def other_digit(words):
    return changed(words, moves_in(words), lambda word: with_other(word, "[1-8]", "12345678"))


def other_letter(words):
    return changed(words, moves_in(words), lambda word: random.choice([with_other(word, "[a-h]", "abcdefgh"), with_other(word, "^[KQRBN]", "KQRBN")]))


def neighbours_exchanged(words):
    moves = moves_in(words)
    i = one_of(range(len(moves) - 1))
    return exchanged(words, moves[i], moves[i + 1])


def moves_exchanged(words):
    moves = moves_in(words)
    i = one_of(range(len(moves) - 4))
    return exchanged(words, moves[i], moves[one_of(range(i + 2, min(i + 9, len(moves)), 2))])


def move_dropped(words):
    i = one_of(moves_in(words)[:-1])
    return words[:i] + words[i + 1:]


def last_move_dropped(words):
    return words[:one_of(moves_in(words)[-1:])]


def mark_dropped(words):
    return changed(words, moves_in(words), lambda word: random.choice([word.replace("x", ""), word.rstrip("+#")]))


def mark_added(words):
    return changed(words, moves_in(words), lambda word: random.choice([word.rstrip("+#") + random.choice("+#"), re.sub(r"^([KQRBN]?)([a-h][1-8])", r"\1x\2", word)]))


def number_dropped(words):
    i = one_of(numbers_in(words))
    return words[:i] + words[i + 1:]


def other_number(words):
    return changed(words, numbers_in(words), lambda word: f"{max(1, int(word[:-1]) + random.choice([-10, -1, 1, 2, 10]))}.")


def number_doubled(words):
    i = one_of(numbers_in(words))
    return words[:i] + [words[i]] + words[i:]


MISREAD = [("1", "l"), ("1", "I"), ("0", "O"), ("O", "0"), ("5", "S"), ("8", "B"), ("B", "8"), ("rn", "m"), ("6", "b"), ("b", "6"), ("c", "e"), ("e", "c"), ("h", "b"), ("f", "t"), ("g", "9"), ("x", "z")]


def misread(words):
    def read(word):
        for sign, other in random.sample(MISREAD, len(MISREAD)):
            if sign in word:
                return word.replace(sign, other, 1)
        return word
    return changed(words, moves_in(words) + numbers_in(words), read)


def glued(words):
    i = one_of(range(len(words) - 1))
    return words[:i] + [words[i] + words[i + 1]] + words[i + 2:]


def split(words):
    def apart(word):
        i = random.randrange(1, len(word))
        return word[:i] + " " + word[i:]
    return changed(words, moves_in(words), apart)


def other_case(words):
    return changed(words, moves_in(words), lambda word: random.choice([word.lower(), word.upper(), word.swapcase()]))


def promotion_left_out(words):
    return changed(words, moves_in(words), lambda word: re.sub("=?[QRBN]([+#]?)$", r"\1", word) if re.search("[18]=", word) else word)


CASTLINGS = ["0-0", "o-o", "OO", "00", "0 - 0", "O - O", "0–0", "O.O", "0-O"]


def castling_respelled(words):
    def respelled(word):
        match = CASTLING.fullmatch(word)
        if not match:
            return word
        short = random.choice(CASTLINGS)
        middle = (re.findall("[ .–-]+", short) or [""])[0]
        return short if not match.group(1) else short + middle + short[-1]
    return changed(words, moves_in(words), respelled)


def word_added(words):
    i = random.randrange(1, len(words))
    return words[:i] + [random.choice(["zz", "sic", "Nxx", "e9", "t", "12", "ok", "|", "x"])] + words[i:]


def comment_added(words):
    i = random.randrange(1, len(words))
    return words[:i] + [random.choice(["{a comment}", "(sic)", "{better 12. Nf3}", "{O-O}", "$1"])] + words[i:]


DAMAGES = [departure_left_out, other_digit, other_letter, neighbours_exchanged, moves_exchanged, move_dropped, last_move_dropped, mark_dropped, mark_added,
           number_dropped, other_number, number_doubled, misread, glued, split, other_case, promotion_left_out, castling_respelled, word_added, comment_added]
LANGUAGES = ("en", "cy", "ar", "de", "fr")


def pgn_of(name, words, result, write=lambda word: word):
    text = " ".join(write(word) if not word.startswith("{") else word for word in words)
    return f'[Event "{name}"]\n[White "A"]\n[Black "B"]\n[Result "{result}"]\n\n{text} {result}\n\n'


def read_by_pgn_extract(text):
    """Returns the moves of each game that is legal and without a choice, by the name of its event."""
    with tempfile.NamedTemporaryFile("w", suffix=".pgn", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        done = subprocess.run(["pgn-extract", "-s", "-C", "-V", "-N", "-w100000", "-Wuci", file.name], capture_output=True, check=False, env=ENVIRONMENT)
    games = {}
    for game in done.stdout.decode("utf-8", "replace").split("[Event ")[1:]:
        moves = game.split("]\n\n", 1)[-1].split()
        games[game.split('"')[1]] = [move.lower() for move in moves if re.fullmatch("[a-h][1-8][a-h][1-8][qrbn]?", move.lower())]
    return games


def known_games():
    """Returns words, moves and result of each game of the samples that pgn-extract can play to its end."""
    archives = [(path.read_text("utf-8-sig"), Letters(path.parent.name)) for path in sorted((ROOT / "sample-data/chess").glob("*/*.pgn"))
                if path.parent.name in ("ca", "cy", "de", "en", "es", "fr", "nl")]
    large = os.path.join(os.environ.get("COFNOD_DATA", ""), "small.pgn.zst")
    if CASES > 1000 and os.path.isfile(large):
        text = subprocess.run(["zstd", "-dc", large], capture_output=True, check=True, encoding="utf-8").stdout  # CRLF, read as \n
        archives.append((text, Letters("en")))
    scores = []
    for game, letters in ((game, letters) for text, letters in archives for game in text.split("[Event ")[1:]):
        if "[FEN " in game or "Variant" in game:
            continue
        text = re.sub(r"\{[^}]*\}|;[^\n]*|\$\d+|^%.*$|\d+\.\.\.", " ", game.split("]\n\n", 1)[-1], flags=re.M)
        while "(" in text:
            text, count = re.subn(r"\([^()]*\)", " ", text)
            if count == 0:
                break
        text = re.sub(r"(\d+\.)(?=\S)", r"\1 ", text).replace("–", "-").replace("½", "1/2")
        *words, result = re.sub("[!?]", "", text).split() or [""]
        assert not any(word.startswith("[") for word in words), "tags among the moves"
        words = [word if is_number(word) else letters.read(word) for word in words]
        if len(moves_in(words)) >= 10 and result in ("1-0", "0-1", "1/2-1/2"):
            scores.append((f"g{len(scores)}", words, result))
    legal = read_by_pgn_extract("".join(pgn_of(*score) for score in scores))
    return [(words, legal[name], result) for name, words, result in scores if len(legal.get(name, [])) == len(moves_in(words))]


def cases(games, letters):
    for number in range(CASES):
        damage, language = DAMAGES[number % len(DAMAGES)], LANGUAGES[number // len(DAMAGES) % len(LANGUAGES)]
        while True:
            words, moves, result = random.choice(games)
            try:
                damaged = damage(words)
                if damage is departure_left_out and random.random() < 0.3:  # of others, pgn-extract knows one at a time
                    damaged = damage(damaged)
            except NotHere:
                continue
            break
        yield {"name": f"c{number}", "damage": damage.__name__, "language": language, "moves": moves, "words": damaged, "result": result,
               "text": pgn_of(f"c{number}", damaged, result, letters[language].write)}


def rows_of(command, database, *options):
    rows = subprocess.run([COFNOD, command, database, *options, "--ndjson"], capture_output=True, text=True, check=False, env=ENVIRONMENT).stdout
    return map(json.loads, rows.splitlines())


def imported(tried, folder):
    for case in tried:
        (folder / "games").mkdir(exist_ok=True)
        (folder / "games" / f"{case['name']}.pgn").write_text(case["text"], encoding="utf-8")
    database = folder / "damage.db"
    subprocess.run([COFNOD, "import", "--quiet", database, folder / "games"], capture_output=True, check=False, env=ENVIRONMENT)
    games, problems = {}, {row["id"]: row["problems"] for row in rows_of("rejects", database, "--all")}
    for row in rows_of("export", database):
        games.setdefault(Path(row["source"]).stem, []).append({**row, "problems": problems.get(row["id"], [])})
    return games


def main():
    random.seed(SEED)
    try:
        subprocess.run(["pgn-extract", "--version"], capture_output=True, check=False, env=ENVIRONMENT)
    except FileNotFoundError:
        skip("pgn-extract is not installed")
    games = known_games()
    letters = {language: Letters(language) for language in LANGUAGES}
    tried = list(cases(games, letters))
    others = read_by_pgn_extract("".join(pgn_of(case["name"], case["words"], case["result"]) for case in tried))
    count, wrong = Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        read = imported(tried, Path(folder))
    for case in tried:
        for game in read.get(case["name"], [{"state": "lost", "uci": ""}]):
            moves = (game.get("uci") or "").split()
            state = game["state"]
            if state == "complete" and moves not in (case["moves"], others.get(case["name"])):
                names_choice = any(problem["group"] == "ambiguous_move" for problem in game["problems"])
                state = "other" if names_choice else "wrong"
            if state in ("lost", "wrong"):
                wrong.append((case, game))
                state = "wrong"
            count[case["damage"], state] += 1
    print(f"{len(games)} games, {CASES} cases, seed {SEED}")
    for damage in DAMAGES:
        print(f"{damage.__name__:24}" + "  ".join(f"{state} {count[damage.__name__, state]}" for state in ("complete", "incomplete", "rejected", "other", "wrong")))
    for case, game in wrong:
        moves = (game.get("uci") or "").split()
        ply = next((i for i, pair in enumerate(zip(moves, case["moves"])) if pair[0] != pair[1]), min(len(moves), len(case["moves"])))
        print(f"\nWRONG: {case['damage']}, {case['language']}, ply {ply + 1}: {' '.join(moves[ply:ply + 3])}, was {' '.join(case['moves'][ply:ply + 3])}")
        print(case["text"].strip())
        for problem in game.get("problems") or []:
            print("  ", problem["severity"], problem["kind"], problem["message"])
    sys.exit(1 if wrong else 0)


main()
