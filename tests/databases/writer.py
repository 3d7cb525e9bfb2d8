"""Writes small databases of ChessBase and Scid from games in JSON, by what is published about their files.

It shares no code with the program that reads them, and knows no rules of chess: only how pieces are numbered.
"""

import copy
import re
import struct
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RESULTS = {"0-1": 0, "1/2-1/2": 1, "1-0": 2, "*": 3}


class Board:
    """Pieces by their squares, "e4": FEN letters. It plays what it is told."""

    def __init__(self, fen=USUAL):
        placement, turn, self.castling, self.en_passant, _, self.number = (fen.split() + ["0", "1"])[:6]
        self.fen, self.turn, self.pieces = fen, turn, {}
        for rank, row in zip("87654321", placement.split("/")):
            row = re.sub(r"\d", lambda digit: "." * int(digit[0]), row)
            self.pieces.update({file + rank: piece for file, piece in zip("abcdefgh", row) if piece != "."})

    def own(self, letter):
        return letter.upper() if self.turn == "w" else letter.lower()

    def captured_on(self, move):
        """Returns the square of what a move captures, or None."""
        begin, end = move[:2], move[2:4]
        if self.pieces[begin] in "Pp" and begin[0] != end[0] and end not in self.pieces:
            return end[0] + begin[1]
        return end if end in self.pieces else None

    def castling_of(self, move):
        """Returns the squares of king and rook before and after castling, or None."""
        begin, end = move[:2], move[2:4]
        if self.pieces[begin] not in "Kk" or abs(ord(begin[0]) - ord(end[0])) != 2:
            return None
        rank, side = begin[1], end[0] == "g"
        return begin, end, ("h" if side else "a") + rank, ("f" if side else "d") + rank

    def play(self, move):
        castling, captured = self.castling_of(move), self.captured_on(move)
        if captured:
            del self.pieces[captured]
        piece = self.pieces.pop(move[:2])
        self.pieces[move[2:4]] = self.own(move[4]) if len(move) > 4 else piece
        if castling:
            self.pieces[castling[3]] = self.pieces.pop(castling[2])
        self.turn = "b" if self.turn == "w" else "w"


def files(one, other):
    return ord(other[0]) - ord(one[0])


def ranks(one, other):
    return ord(other[1]) - ord(one[1])


# ---------------------------------------------------------------------------------------------------------------- Scid


class ScidNumbers:
    """The numbers of the pieces of both sides."""

    def __init__(self, board):
        self.sides = {}
        for turn, test in (("w", str.isupper), ("b", str.islower)):
            if board.fen == USUAL:
                back, pawns = ("1", "2") if turn == "w" else ("8", "7")
                self.sides[turn] = [file + back for file in "eabcdfgh"] + [file + pawns for file in "abcdefgh"]
                continue
            squares = []
            for square in (file + rank for rank in "87654321" for file in "abcdefgh"):
                if square in board.pieces and test(board.pieces[square]):
                    squares.append(square)
                    if board.pieces[square] in "Kk":
                        squares[0], squares[-1] = squares[-1], squares[0]
            self.sides[turn] = squares

    def play(self, board, move):
        us, them = self.sides[board.turn], self.sides["b" if board.turn == "w" else "w"]
        captured, castling = board.captured_on(move), board.castling_of(move)
        if captured:
            last = them.pop()
            if last != captured:
                them[them.index(captured)] = last
        us[us.index(move[:2])] = move[2:4]
        if castling:
            us[us.index(castling[2])] = castling[3]


def scid_move(board, numbers, move):
    begin, end, piece = move[:2], move[2:4], board.pieces[move[:2]].upper()
    number, castling = numbers.sides[board.turn].index(begin), board.castling_of(move)
    step = files(begin, end) + 8 * ranks(begin, end)
    forward = step if board.turn == "w" else -step
    extra = b""
    if castling:
        code = 10 if end[0] == "g" else 9
    elif piece == "K":
        code = 1 + [-9, -8, -7, -1, 1, 7, 8, 9].index(step)
    elif piece == "N":
        code = 1 + [-17, -15, -10, -6, 6, 10, 15, 17].index(step)
    elif piece == "P":
        code = 15 if abs(step) == 16 else forward - 7 + 3 * " qrbn".index(move[4] if len(move) > 4 else " ")
    elif piece == "B":
        code = ord(end[0]) - ord("a") + (0 if files(begin, end) * ranks(begin, end) > 0 else 8)
    elif begin[0] == end[0]:
        code = 8 + int(end[1]) - 1
    elif begin[1] == end[1]:
        code = ord(end[0]) - ord("a")
    else:  # a queen's diagonal
        code = ord(begin[0]) - ord("a")
        extra = bytes([64 + ord(end[0]) - ord("a") + 8 * (int(end[1]) - 1)])
    return bytes([number << 4 | code]) + extra


def scid_game(game):
    tags = b""
    known = {"White", "Black", "Event", "Site", "Date", "Round", "Result", "WhiteElo", "BlackElo", "FEN", "SetUp"}
    for name, value in game["tags"].items():
        if name not in known and len(name) < 241 and len(value.encode()) < 256:
            tags += bytes([len(name.encode())]) + name.encode() + bytes([len(value.encode())]) + value.encode()
    start = b"\1" + game["start"].encode() + b"\0" if game["start"] != USUAL else b"\0"
    board, moves = Board(game["start"]), b""
    numbers = ScidNumbers(board)
    for move in game["uci"].split():
        moves += scid_move(board, numbers, move)
        numbers.play(board, move)
        board.play(move)
    return tags + b"\0" + start + moves + b"\x0f"


def date_bits(date):
    year, month, day = (int(part) if part.isdigit() else 0 for part in (date + ".?.?").split(".")[:3])
    return year << 9 | month << 5 | day


def write_scid(stem, games, version):
    kinds = ["White", "Event", "Site", "Round"]
    names = [sorted({game["tags"].get(tag, "?") for game in games for tag in ([kind, "Black"] if kind == "White" else [kind])}) for kind in kinds]

    def ids(game):
        tags = game["tags"]
        return [names[0].index(tags.get("White", "?")), names[0].index(tags.get("Black", "?"))] + [names[i].index(tags.get(kinds[i], "?")) for i in (1, 2, 3)]

    records, index = b"", b""
    for game in games:
        record = scid_game(game)
        result = {"*": 0, "1-0": 1, "0-1": 2, "1/2-1/2": 3}[game["result"]]
        white, black, event, site, rnd = ids(game)
        elos = [int(game["tags"].get(tag, "0") or 0) for tag in ("WhiteElo", "BlackElo")]
        date = date_bits(game["tags"].get("Date", "?"))
        if version == 5:
            words = [white, black, event, site, rnd, elos[0] << 20 | date, elos[1] << 20, 0, len(record) << 15 | len(records) >> 32, len(records) & 0xFFFFFFFF, 0, result << 16]
            index += struct.pack("<12I", *words) + bytes(8)
        else:
            index += struct.pack(">IH", len(records), len(record) & 0xFFFF) + (bytes([len(record) >> 16 << 7]) if version == 4 else b"")
            index += struct.pack(">HBHHBHHHHHIHHI", 0, 0, white, black, 0, event, site, rnd, result << 12, 0, date, elos[0], elos[1], 0) + bytes(10)
        records += record
    suffix = str(version)
    if version == 5:
        sorted_names = b"".join(varint(len(name.encode()) * 8 + kind) + name.encode() for kind in range(4) for name in names[kind])
    else:
        index = b"Scid.si\0" + struct.pack(">HI", 400 if version == 4 else 300, 0) + len(games).to_bytes(3, "big") + bytes(111 + (54 if version == 4 else 0)) + index
        sorted_names = b"Scid.sn\0" + bytes(4) + b"".join(len(some).to_bytes(3, "big") for some in names) + bytes([0, 0, 1] * 4)
        for some in names:
            before = b""
            for i, name in enumerate(text.encode() for text in some):
                shared = 0
                while shared < min(len(before), len(name)) and before[shared] == name[shared]:
                    shared += 1
                sorted_names += struct.pack(">HBB", i, 1, len(name)) + (bytes([shared]) if i else b"") + name[shared if i else 0 :]
                before = name
    for ending, data in ((".si", index), (".sn", sorted_names), (".sg", records)):
        Path(f"{stem}{ending}{suffix}").write_bytes(data)


def varint(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


# ----------------------------------------------------------------------------------------------------------- ChessBase


def move_codes():
    """Returns for each way of coding what its 256 bytes mean."""
    text = (ROOT / "importers/databases/chessbase/move_codes.def").read_text()
    found = re.findall(r'MOVE_CODES\((\w+),[^")]*((?:\s*"[0-9A-F]+")+)\)', text)
    return {mode: bytes.fromhex("".join(re.findall(r'"([0-9A-F]+)"', parts))) for mode, parts in found}


CODES = move_codes()


def square_number(square):
    return 8 * (ord(square[0]) - ord("a")) + int(square[1]) - 1


class ChessBaseNumbers:
    """The squares of the pieces of each role, three of each, and eight pawns."""

    def __init__(self, board, is_reversed):
        self.squares = {piece: [] for piece in "PNBRQKpnbrqk"}
        for square in sorted(board.pieces, key=square_number, reverse=is_reversed):
            self.add(board.pieces[square], square)

    def add(self, piece, square):
        if len(self.squares[piece]) < (8 if piece in "Pp" else 3):
            self.squares[piece].append(square)

    def take(self, piece, square):
        if square in self.squares[piece]:
            at = self.squares[piece].index(square)
            if piece in "Pp":
                self.squares[piece][at] = None
            else:
                del self.squares[piece][at]

    def relocate(self, piece, begin, end):
        self.squares[piece] = [end if square == begin else square for square in self.squares[piece]]

    def play(self, board, move):
        captured, castling, piece = board.captured_on(move), board.castling_of(move), board.pieces[move[:2]]
        if captured:
            self.take(board.pieces[captured], captured)
        if castling:
            self.relocate(board.own("r"), castling[2], castling[3])
        if len(move) > 4:
            self.take(piece, move[:2])
            self.add(board.own(move[4]), move[2:4])
        else:
            self.relocate(piece, move[:2], move[2:4])


FIRST = {"Q": (11, 143, 171), "R": (39, 53, 199), "B": (67, 81, 213), "N": (95, 103, 227)}
KING = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
KNIGHT = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
PAWN = [(0, 1), (0, 2), (1, 1), (-1, 1)]
LINES = {"Q": [(0, 1), (1, 0), (1, 1), (1, -1)], "R": [(0, 1), (1, 0)], "B": [(1, 1), (1, -1)]}


def short_values(board, numbers, move):
    """Returns the values of a move, one byte or the sign for two and these."""
    begin, end, piece = move[:2], move[2:4], board.pieces[move[:2]]
    by, role, castling = (files(begin, end), ranks(begin, end)), piece.upper(), board.castling_of(move)
    numbered = numbers.squares[piece]
    if castling:
        return [9 if end[0] == "g" else 10]
    if role == "K":
        return [1 + KING.index(by)]
    if len(move) > 4 or begin not in numbered:
        word = word_of(board, move)
        return [235, word >> 8, word & 255]
    number = numbered.index(begin)
    if role == "P":
        return [111 + 4 * number + PAWN.index(by if board.turn == "w" else (-by[0], -by[1]))]
    if role == "N":
        return [FIRST["N"][number] + KNIGHT.index(by)]
    for line, (file, rank) in enumerate(LINES[role]):
        for steps in range(1, 8):
            if (file * steps - by[0]) % 8 == 0 and (rank * steps - by[1]) % 8 == 0 and (by[0] == 0) == (file == 0) and (by[1] == 0) == (rank == 0):
                return [FIRST[role][number] + 7 * line + steps - 1]
    raise ValueError(move)


def word_of(board, move, is_reversed=False):
    begin, end = square_number(move[:2]), square_number(move[2:4])
    if is_reversed:
        begin, end = end, begin
    return begin | end << 6 | ("qrbn".index(move[4]) << 12 if len(move) > 4 else 0)


def set_up(board):
    bits = ""
    for square in sorted((file + rank for file in "abcdefgh" for rank in "12345678"), key=square_number):
        piece = board.pieces.get(square)
        bits += "0" if piece is None else "1" + "01"[piece.islower()] + f"{' KQNBRP'.index(piece.upper()):03b}"
    castling = sum(1 << i for i, right in enumerate("QKqk") if right in board.castling)
    en_passant = 0 if board.en_passant == "-" else ord(board.en_passant[0]) - ord("a") + 1
    head = bytes([1, en_passant | (16 if board.turn == "b" else 0), castling, int(board.number)])
    return head + int(bits.ljust(192, "0"), 2).to_bytes(24, "big")


def lines_of(moves):
    """Returns moves with variations in brackets as a line: a list of (move, lines that may be played instead)."""
    lines = [[]]
    for word in moves.split():
        if word == "(":
            lines.append([])
        elif word == ")":
            variation = lines.pop()
            lines[-1][-1][1].append(variation)
        else:
            lines[-1].append((word, []))
    return lines[0]


def chessbase_game(game, mode):
    """`mode`: 0 to 7. In the odd ones each move has two bytes, and no variations; from 4 on the table is asked first; 2, 3,
    6, 7 are reversed."""
    codes, subtracts, is_reversed = CODES[str(mode)], mode < 4, mode & 2 != 0
    push, pop, out = 254, 255, bytearray()
    count = 0

    def write(values):
        out.extend(codes.index(value) + count & 255 if subtracts else codes.index(value + count & 255) for value in values)

    def write_line(line, board, numbers):
        """What is played comes before what may be played instead, the last of these first."""
        nonlocal count
        waiting = []
        for i, (move, others) in enumerate(line):
            for other in reversed(others):
                write([push])
                waiting.append((other, copy.deepcopy(board), copy.deepcopy(numbers)))
            if mode & 1:
                word = word_of(board, move, is_reversed) | (0x4000 if i + 1 == len(line) else 0)
                write([word >> 8, word & 255])
            else:
                write(short_values(board, numbers, move))
            count += 1
            numbers.play(board, move)
            board.play(move)
        if not mode & 1:
            write([pop])
        for other, before, numbers_before in reversed(waiting):
            write_line(other, before, numbers_before)

    board = Board(game["start"])
    write_line(lines_of(game["uci"]), board, ChessBaseNumbers(board, is_reversed))
    start = set_up(Board(game["start"])) if game["start"] != USUAL else b""
    length = 4 + len(start) + len(out)
    return bytes([mode | (64 if start else 0)]) + length.to_bytes(3, "big") + start + bytes(out)


def entities(path, rows, data_size):
    """`rows`: the data of each entity, which is filled up."""
    head = struct.pack("<7i", len(rows), 0, 1234567890, data_size, -1, len(rows), 4) + bytes(4)
    Path(path).write_bytes(head + b"".join(struct.pack("<iib", -1, -1, 0) + row.ljust(data_size, b"\0") for row in rows))


def write_chessbase(stem, games, mode, charset="cp1252", notes=()):
    """`notes`: for each game a list of (node, type, data)."""
    players, tournaments, index, moves, blocks = [], [], b"", bytes(26), bytes(26)

    def id_of(table, row):
        if row not in table:
            table.append(row)
        return table.index(row).to_bytes(3, "big")

    def encoded(text, size):
        return text.encode(charset, "replace")[:size].ljust(size, b"\0")

    for number, game in enumerate(games):
        tags = game["tags"]
        record = chessbase_game(game, mode)
        at_notes = 0
        if number < len(notes) and notes[number]:
            at_notes = len(blocks)
            body = b"".join((node & 0xFFFFFF).to_bytes(3, "big") + bytes([kind]) + struct.pack(">H", len(data) + 6) + data for node, kind, data in notes[number])
            blocks += (number + 1).to_bytes(3, "big") + b"\1\0\x0e\x0e" + (len(notes[number]) + 1).to_bytes(3, "big") + struct.pack(">I", len(body) + 14) + body
        white, black = (id_of(players, b"".join(encoded(part, size) for part, size in zip((tags.get(side, "?") + ", ").split(", ")[:2], (30, 20)))) for side in ("White", "Black"))
        event = id_of(tournaments, encoded(tags.get("Event", ""), 40) + encoded(tags.get("Site", ""), 30))
        rnd = (tags.get("Round", "?") + ".0").split(".")[:2]
        index += b"\1" + struct.pack(">II", len(moves), at_notes) + white + black + event + bytes(6)
        index += date_bits(tags.get("Date", "?")).to_bytes(3, "big") + bytes([RESULTS[game["result"]], 0])
        index += bytes(int(part) if part.isdigit() and int(part) < 256 else 0 for part in rnd)
        index += struct.pack(">HH", *(int(tags.get(tag, "0") or 0) for tag in ("WhiteElo", "BlackElo"))) + bytes(11)
        moves += record
    head = struct.pack(">BHHBI", 0, 44, 46, 1, len(games) + 1) + bytes(36)
    Path(f"{stem}.cbh").write_bytes(head + index)
    for ending, data in ((".cbg", moves), (".cba", blocks)):
        Path(f"{stem}{ending}").write_bytes(struct.pack(">HIIQQ", 26, len(data), 0, len(data), 0) + data[26:])
    for ending, rows, size in ((".cbp", players, 58), (".cbt", tournaments, 90), (".cbc", [b""], 53), (".cbs", [b""], 59)):
        entities(f"{stem}{ending}", rows, size)
