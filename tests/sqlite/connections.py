"""The extension in Python: entry points, errors, NULL, other databases, writes beside a question, threads, the end."""

import os
import random
import shutil
import sqlite3
import sys
import threading
import time

from harness import equal, holds, refused, run_tests

start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
chess = "JOIN form f ON f.id = g.form AND f.kind = 1"


def one(connection, sql, *values):
    row = connection.execute(sql, values).fetchone()
    return row[0] if row else None


def both_entry_points_load(archive):
    full = archive.connect()
    holds(one(full, "SELECT count(*) FROM cofnod_search") > 70, "the full entry point finds games")
    full.close()
    pure = archive.connect(":memory:", entry="sqlite3_cofnodpure_init")
    equal(one(pure, "SELECT cofnod_key(?)", start), one(pure, "SELECT cofnod_key('startpos')"), "a key")
    equal(one(pure, "SELECT fen FROM cofnod_plies(x'', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "plies without a database")
    for table in ("cofnod_search", "cofnod_tree", "cofnod_problems"):
        refused(lambda name=table: one(pure, f"SELECT * FROM {name}"), "no such table")
    for function in ("cofnod_fen_at(1, 1)", "cofnod_pgn(1)"):
        refused(lambda name=function: one(pure, f"SELECT {name}"), "no such function")
    pure.close()


def functions_agree_with_the_commands(archive):
    """The positions and moves of a game, against `show` and `export`."""
    connection = archive.connect()
    game = one(connection, f"SELECT g.id FROM game g {chess} WHERE ply_count = 34")
    fens = [row[0] for row in connection.execute(f"SELECT p.fen FROM game g, cofnod_plies(g.moves, g.start) p WHERE g.id = {game}")]
    for ply in (0, 1, 20, 34):
        equal(one(connection, "SELECT cofnod_fen(moves, start, ?) FROM game WHERE id = ?", ply, game), fens[ply], f"ply {ply}")
        equal(one(connection, "SELECT cofnod_fen_at(?, ?)", game, ply), fens[ply], f"ply {ply}, looked up")
        holds(fens[ply] in archive.run("show", archive.path, str(game), "--ply", str(ply)), f"ply {ply} as `show` has it")
        keys = connection.execute(f"SELECT p.key, cofnod_key(p.fen) FROM game g, cofnod_plies(g.moves, g.start) p WHERE g.id = {game} AND p.ply = {ply}")
        equal(*keys.fetchone(), "the key of a position and of its text")
    for notation in ("en", "cy", "ar", "fig"):
        equal(one(connection, "SELECT cofnod_pgn(?, ?)", game, notation).strip(),
              archive.run("export", archive.path, "--ids", str(game), "--notation", notation).strip(), f"a game in {notation}")
        moves = connection.execute("SELECT cofnod_moves(moves, start, ?), (SELECT group_concat(p.move, ' ') FROM cofnod_plies(g.moves, g.start, ?) p) FROM game g WHERE id = ?",
                                   (notation, notation, game)).fetchone()
        equal([word for word in moves[0].split() if not word.endswith(".")], moves[1].split(), f"moves in {notation}")
    equal(one(connection, "SELECT cofnod_read('1. e4 e5 2. Mf3', 'cy')"), "e2e4 e7e5 g1f3", "Welsh moves read")
    equal(one(connection, "SELECT cofnod_read(cofnod_moves(moves, NULL, 'ar'), 'ar') FROM game WHERE id = ?", game),
          one(connection, "SELECT group_concat(p.uci, ' ') FROM game g, cofnod_plies(g.moves) p WHERE g.id = ?", game), "moves written and read")
    equal(one(connection, "SELECT cofnod_material('8/8/1KP5/3r4/8/8/8/k7 w - - 0 1')"), "KP v KR", "material")
    equal(one(connection, "SELECT cofnod_date(19500600)"), "1950.06.??", "a date")
    equal(one(connection, "SELECT cofnod_name_key('Réti, RICHARD')"), one(connection, "SELECT cofnod_name_key('reti, richard')"), "a name")
    equal(one(connection, "SELECT cofnod_version()"), archive.run("--version").split()[-1], "the version")
    for ply in ("NULL", "-1"):
        equal([one(connection, f"SELECT cofnod_fen_at(1, {ply})"), one(connection, f"SELECT cofnod_fen(moves, start, {ply}) FROM game")], [None, None], f"no position at ply {ply}")
    holds(one(connection, "SELECT cofnod_svg('startpos')").startswith("<svg"), "a picture")
    equal(len(one(connection, "SELECT cofnod_board('startpos')").splitlines()), 8, "the lines of a board")
    connection.close()


def errors_say_what_to_do(archive):
    connection = archive.connect()

    def wrong(sql, *parts):
        refused(lambda: connection.execute(sql).fetchall(), *parts)

    wrong("SELECT cofnod_key('8/8')", "cofnod_key: ", "does not have eight ranks")
    wrong("SELECT cofnod_key('xbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1')", "only PNBRQK, pnbrqk and 1 to 8 may describe a rank")
    wrong("SELECT cofnod_read('1. e4 e5 2. Mq3', 'cy')", "move 2", "Mq3", "^~~")
    wrong("SELECT cofnod_moves(x'', NULL, 'klingon')", "klingon", "languages")
    wrong("SELECT cofnod_fen(x'FFFFFF', NULL, 3)", "not the moves of a game of chess", "cofnod_fen_at")
    wrong("SELECT cofnod_fen(x'00')", "wrong number of arguments")
    wrong("SELECT * FROM cofnod_search WHERE fen = 'nonsense'", "cofnod_search: ", "nonsense")
    wrong("SELECT * FROM cofnod_search WHERE pieces = 'Xd4'", "Xd4")
    wrong("SELECT * FROM cofnod_search WHERE material = 'KZ v K'", "KZ")
    wrong("SELECT * FROM cofnod_search WHERE cql = 'mate &'", "mate &", "^")
    wrong("SELECT * FROM cofnod_search WHERE cql = 'readfile \"/etc/passwd\"'", "readfile")
    wrong("SELECT * FROM cofnod_search WHERE since = 'yesterday'", "yesterday", "is not a date")
    wrong("SELECT * FROM cofnod_search WHERE since = 1950 AND until = 1940", "from 1950 to 1940")
    wrong("SELECT * FROM cofnod_search WHERE fen = 'startpos' AND after = '1. e4'", "fen and after exclude each other")
    wrong("SELECT * FROM cofnod_search WHERE ids = '@/etc/passwd'", "ids: no list is read from a file")
    wrong("SELECT * FROM cofnod_search WHERE result = '2-0'", "2-0", "1-0")
    wrong("SELECT * FROM cofnod_search WHERE lines = 'all'", "lines needs a position")
    wrong("SELECT * FROM cofnod_search WHERE lines = 'perhaps'", "main, all, variations")
    wrong("SELECT * FROM cofnod_search WHERE flip = 'perhaps'", "write 1 or 0")
    wrong("SELECT * FROM cofnod_tree WHERE after = '1. e5'", "e5")
    wrong("SELECT * FROM cofnod_plies", "moves is missing")
    for sql in ("player LIKE 'lasker'", "min_elo > 2000", "upper(player) = 'LASKER'", "cql IS NULL", "'Pd4' GLOB pieces", "player <> 'lasker'"):
        wrong(f"SELECT * FROM cofnod_search WHERE {sql}", "is a condition, not a value of the rows", "= ...")
    connection.close()


def errors_are_short_text_in_utf_8(archive):
    """Words of any length are refused at once and cut; bytes that are no text never reach the host, whose Python could not read the message."""
    connection = archive.connect()
    calls = ("SELECT cofnod_moves(x'', NULL, {})", "SELECT cofnod_san(x'', NULL, 1, {})", "SELECT cofnod_read('1. e4', {})", "SELECT cofnod_read({})", "SELECT cofnod_key({})",
             "SELECT cofnod_svg('startpos', {})", "SELECT cofnod_pgn(1, {})", "SELECT * FROM cofnod_tree WHERE notation = {}", "SELECT * FROM cofnod_search WHERE written_in = {}",
             "SELECT * FROM cofnod_search WHERE state = {}", "SELECT * FROM cofnod_search WHERE since = {}", "SELECT * FROM cofnod_search WHERE moves = {}")
    for call in calls:
        for value in ("CAST(x'FFFEC3' AS TEXT)", "CAST(replace(hex(zeroblob(500000)), '0', 'x') AS TEXT)", "CAST(x'D8' AS TEXT)"):
            begin = time.process_time()
            try:
                connection.execute(call.format(value)).fetchall()
            except sqlite3.Error as error:
                holds(len(str(error)) < 5000, f"{call} of {value} quotes {len(str(error))} characters")
            holds(time.process_time() - begin < 5, f"{call} of {value} takes {time.process_time() - begin} s")
    connection.close()


def empty_conditions_are_refused(archive):
    """As on the command line: as no condition they would be true of every game."""
    connection = archive.connect()
    for column in ("player", "white", "event", "site", "source", "eco", "opening", "written_in", "ids", "date", "not_player", "tag", "fen", "after", "pieces"):
        for value in ("''", "' '"):
            refused(lambda: connection.execute(f"SELECT count(*) FROM cofnod_search WHERE {column} = {value}").fetchall(), "the value is empty")  # noqa: B023
    refused(lambda: connection.execute("SELECT * FROM cofnod_tree WHERE player = ''").fetchall(), "player: the value is empty")
    connection.close()


def null_finds_nothing(archive):
    connection = archive.connect()
    for call in ("fen(NULL, NULL, 1)", "san(NULL, NULL, 1)", "uci(NULL, NULL, 1)", "moves(NULL, NULL)", "opening(NULL, NULL)", "key(NULL)", "material(NULL)", "board(NULL)",
                 "svg(NULL)", "read(NULL)", "date(NULL)", "name_key(NULL)", "fen_at(NULL, 1)", "pgn(NULL)", "fen_at(123456789, 1)", "pgn(123456789)", "fen_at(1, 100000)",
                 "fen(x'', NULL, 5)", "fen(x'', NULL, -1)", "san(x'', NULL, 0)", "uci(x'', NULL, 1)"):
        equal(one(connection, f"SELECT cofnod_{call}"), None, call)
    for table in ("cofnod_search(NULL)", "cofnod_search WHERE player = NULL", "cofnod_tree(NULL)", "cofnod_plies(NULL)", "cofnod_search WHERE game = NULL", "cofnod_search WHERE game > NULL",
                  "cofnod_search JOIN (SELECT NULL AS name) t ON player = t.name"):
        equal(one(connection, f"SELECT count(*) FROM {table}"), 0, table)
    equal(one(connection, "SELECT count(*) FROM cofnod_plies(x'', NULL, NULL)"), 1, "the first position of a game without moves")
    connection.close()


def rows_are_those_of_the_question(archive):
    """Conditions beside one another, on ids, in other orders of tables."""
    connection = archive.connect()

    def games(behind):
        return [row[0] for row in connection.execute(f"SELECT game FROM cofnod_search WHERE {behind}")]

    lasker, morphy = games("player = 'lasker'"), games("player = 'morphy'")
    holds(lasker and morphy, "there are games of both")
    equal(sorted(games("player = 'lasker' OR player = 'morphy'")), sorted(lasker + morphy), "either")
    equal(sorted(games("player = 'lasker' OR player = 'lasker'")), lasker, "the same twice")
    equal(sorted(games("player = 'lasker' OR written_in = 'cy'")), sorted(set(lasker) | set(games("written_in = 'cy'"))), "two columns")
    equal(games("player = 'lasker' AND player = 'morphy'"), [], "two values of one column")
    equal(sorted(games("player IN ('lasker', 'morphy')")), sorted(lasker + morphy), "a list")
    for number in (lasker[0], -1, 2**63 - 1, -2**63, 10**12):
        for compared in "=", "<", "<=", ">", ">=":
            expected = [game for game in lasker if eval(f"{game} {'==' if compared == '=' else compared} {number}")]  # pylint: disable=eval-used
            equal(games(f"player = 'lasker' AND game {compared} {number}"), expected, f"game {compared} {number}")
    equal(games(f"player = 'lasker' AND game < {lasker[1]}.5"), lasker[:2], "a number with a fraction")
    equal(games("player = 'lasker' AND game < 'x'"), lasker, "a text is greater than all numbers")
    equal(games("player = 'lasker' ORDER BY game DESC"), lasker[::-1], "from the last")
    equal(games("player = 'lasker' ORDER BY game LIMIT 1 OFFSET 1"), lasker[1:2], "the second")
    joined = connection.execute("SELECT g.id FROM (SELECT 'lasker' AS name UNION SELECT 'morphy') n JOIN cofnod_search s ON s.player = n.name JOIN game g ON g.id = s.game").fetchall()
    equal(sorted(row[0] for row in joined), sorted(lasker + morphy), "asked by values of another table")
    trees = connection.execute("SELECT after, sum(games) FROM cofnod_tree WHERE after = '1. e4' OR after = '1. d4' GROUP BY 1").fetchall()
    equal(trees, [(after, one(connection, "SELECT sum(games) FROM cofnod_tree WHERE after = ?", after)) for after in ("1. d4", "1. e4")], "two trees")
    problems = connection.execute("SELECT game, message FROM cofnod_problems").fetchall()
    few = connection.execute("SELECT game, message FROM cofnod_problems WHERE game < 60 OR game < 70").fetchall()
    equal(sorted(few), sorted(row for row in problems if row[0] < 70), "problems by either of two conditions")
    connection.close()


def problems_are_those_of_rejects(archive):
    connection = archive.connect()
    faulty = {row[0] for row in connection.execute("SELECT game FROM cofnod_problems WHERE severity <> 'note'")}
    rejected = {row[0] for row in connection.execute("SELECT id FROM game WHERE state <> 0")}
    holds(rejected and rejected <= faulty, f"games that are not complete have problems: {rejected - faulty}")
    connection.close()


def views_may_use_what_is_pure(archive):
    path = shutil.copy(archive.path, os.path.join(archive.folder, "views.db"))
    connection = archive.connect(path)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute(f"CREATE VIEW first_moves AS SELECT g.id, cofnod_san(g.moves, g.start, 1, 'cy') AS move FROM game g {chess}")
    connection.execute("CREATE VIEW found AS SELECT * FROM cofnod_search")
    connection.execute("CREATE VIEW looked_up AS SELECT cofnod_fen_at(1, 0)")
    holds(one(connection, "SELECT count(move) FROM first_moves") > 40, "moves by a view")
    refused(lambda: one(connection, "SELECT * FROM found"), "unsafe use of")
    refused(lambda: one(connection, "SELECT * FROM looked_up"), "unsafe use of")
    connection.close()


def hostile_blobs_do_no_harm(archive):
    """Moves, positions and texts that no game has: an error or an answer, and the connection goes on."""
    connection, chance = archive.connect(":memory:"), random.Random(7)
    calls = ["cofnod_fen(?1, ?2, 9)", "cofnod_san(?1, ?2, 7, 'ar')", "cofnod_uci(?1, ?2, 3)", "cofnod_moves(?1, ?2, 'cy')", "cofnod_opening(?1, ?2)", "cofnod_key(?2)", "cofnod_board(?2)",
             "cofnod_svg(?2)", "cofnod_material(?2)", "cofnod_read(?2)", "cofnod_name_key(?1)", "cofnod_date(?1)", "(SELECT sum(length(fen) + key + length(move)) FROM cofnod_plies(?1, ?2))"]
    starts = [None, start, "", "k7/8/8/8/8/8/8/K7 w - - 0 1", "QQQQQQQQ/QQQQQQQQ/8/8/k6K/8/8/8 b - - 0 1"]
    answers = 0
    for _ in range(3000):
        blob = chance.choice([chance.randbytes(chance.randrange(40)), None, "text", 3, 2.5, chance.randbytes(3) * 50])
        text = chance.choice(starts)
        if text and chance.random() < 0.3:
            text = "".join(chance.choice(text + "\0é") if chance.random() < 0.1 else letter for letter in text)
        try:
            connection.execute(f"SELECT {chance.choice(calls)}", (blob, text) ).fetchall()
            answers += 1
        except (sqlite3.OperationalError, sqlite3.ProgrammingError):
            pass
    holds(answers > 300, f"only {answers} answers")
    equal(one(connection, "SELECT cofnod_key('startpos')"), one(connection, "SELECT cofnod_key(?)", start), "the connection goes on")
    connection.close()


def other_databases_are_refused(archive):
    def refused_for(path, *parts):
        connection = archive.connect(path)
        for question in ("SELECT * FROM cofnod_search", "SELECT * FROM cofnod_tree", "SELECT * FROM cofnod_problems", "SELECT cofnod_fen_at(1, 0)", "SELECT cofnod_pgn(1)"):
            refused(lambda sql=question: connection.execute(sql).fetchall(), *parts, error=sqlite3.DatabaseError)
        equal(one(connection, "SELECT cofnod_date(0)"), "????.??.??", "what needs no database works")
        connection.close()

    refused_for(":memory:", "main is a database of another program")
    for name, change, part in (("older.db", "PRAGMA user_version = 7", "older"), ("newer.db", "PRAGMA user_version = 99", "newer"), ("foreign.db", "PRAGMA application_id = 5", "another program")):
        path = shutil.copy(archive.path, os.path.join(archive.folder, name))
        plain = sqlite3.connect(path)
        plain.execute(change)
        plain.commit()
        plain.close()
        refused_for(path, part)
    other = os.path.join(archive.folder, "other.db")
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE game (id)")
    connection.commit()
    connection.close()
    refused_for(other, "main is a database of another program")
    attached = archive.connect(other)
    attached.execute("ATTACH ? AS games", (archive.path,))
    refused(lambda: one(attached, "SELECT * FROM cofnod_search"), "main is a database of another program")
    attached.close()


def temporary_tables_do_not_take_the_place_of_ours(archive):
    connection = archive.connect()
    count = one(connection, "SELECT count(*) FROM cofnod_search")
    connection.execute("CREATE TEMP TABLE Game (id, white)")
    for question in ("SELECT count(*) FROM cofnod_search", "SELECT * FROM cofnod_tree", "SELECT * FROM cofnod_problems", "SELECT cofnod_pgn(1)", "SELECT cofnod_fen_at(1, 1)"):
        refused(lambda sql=question: one(connection, sql), "the temporary table Game hides", "give it another name")
    connection.execute("DROP TABLE temp.Game")
    connection.execute("CREATE TEMP TABLE mine (id)")
    equal(one(connection, "SELECT count(*) FROM cofnod_search"), count, "games")
    connection.close()


def changes_of_the_host_are_seen(archive):
    path = shutil.copy(archive.path, os.path.join(archive.folder, "changed.db"))
    connection = archive.connect(path, isolation_level=None)
    count, first = "SELECT count(*) FROM cofnod_search WHERE player = 'lasker'", one(connection, "SELECT game FROM cofnod_search WHERE player = 'lasker'")
    before, mates = one(connection, count), one(connection, "SELECT count(*) FROM cofnod_search WHERE cql = 'mate'")
    start_games = one(connection, "SELECT count(*) FROM cofnod_search('startpos')")
    connection.execute("BEGIN")
    connection.execute("DELETE FROM game WHERE id = ?", (first,))
    equal(one(connection, count), before - 1, "a deleted game is not found")
    equal(one(connection, "SELECT count(*) FROM cofnod_search('startpos')"), start_games - 1, "nor by the index")
    connection.execute("ROLLBACK")
    equal((one(connection, count), one(connection, "SELECT count(*) FROM cofnod_search WHERE cql = 'mate'")), (before, mates), "it is back")

    # A write between two rows of a question, by the same connection.
    found = connection.execute("SELECT game FROM cofnod_search")
    seen = [next(found)[0]]
    connection.execute("BEGIN")
    connection.execute("UPDATE game SET result = 0 WHERE id = ?", (seen[0],))
    connection.execute("COMMIT")
    seen += [row[0] for row in found]
    equal(seen, [row[0] for row in connection.execute("SELECT id FROM game")], "all games, once each")
    # What is found goes into a table, in one statement.
    connection.execute("CREATE TABLE mine AS SELECT game, ply FROM cofnod_search WHERE pieces = 'Pd4 nd5'")
    equal(one(connection, "SELECT count(*) FROM mine"), one(connection, "SELECT count(*) FROM cofnod_search WHERE pieces = 'Pd4 nd5'"), "kept in a table")
    connection.close()


def another_connection_writes_beside_a_question(archive):
    path = shutil.copy(archive.path, os.path.join(archive.folder, "beside.db"))
    plain = sqlite3.connect(path)
    plain.execute("PRAGMA journal_mode = WAL")
    plain.close()
    reader, writer = archive.connect(path, isolation_level=None), archive.connect(path, isolation_level=None)
    all_games = [row[0] for row in reader.execute("SELECT id FROM game")]
    found = reader.execute("SELECT game FROM cofnod_search")
    seen = [next(found)[0]]
    writer.execute("DELETE FROM game WHERE id > 40")
    seen += [row[0] for row in found]
    equal(seen, all_games, "a question sees one state")
    holds(one(reader, "SELECT count(*) FROM cofnod_search") <= 40, "the next one sees the other")
    reader.close()
    writer.close()


def threads_get_the_same_answers(archive):
    questions = ["SELECT game, ply FROM cofnod_search WHERE pieces = 'Pd4 nd5'", "SELECT game, ply FROM cofnod_search WHERE cql = 'mate'", "SELECT * FROM cofnod_tree WHERE after = '1. e4' AND notation = 'cy'",
                 f"SELECT sum(p.key % 1000) FROM game g {chess} JOIN cofnod_plies(g.moves, g.start) p", "SELECT game, message FROM cofnod_problems"]
    connection = archive.connect()
    expected = [connection.execute(question).fetchall() for question in questions]
    wrong = []

    def ask():
        own = archive.connect()
        for _ in range(5):
            for question, answer in zip(questions, expected):
                if own.execute(question).fetchall() != answer:
                    wrong.append(question)
        own.close()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    equal(wrong, [], "answers in four threads")
    connection.close()


def nothing_outlives_its_statement(archive):
    path = shutil.copy(archive.path, os.path.join(archive.folder, "ends.db"))
    connection = archive.connect(path, isolation_level=None)
    for question in ("SELECT game FROM cofnod_search", "SELECT * FROM cofnod_tree", "SELECT * FROM cofnod_problems", "SELECT game FROM cofnod_search WHERE cql = 'check'",
                     "SELECT cofnod_pgn(id) FROM game", "SELECT cofnod_fen_at(id, 1) FROM game"):
        cursor = connection.execute(question)
        holds(cursor.fetchone() is not None, question)
        cursor.close()  # in the middle
    connection.execute("VACUUM")  # would be refused while a statement runs
    connection.execute("PRAGMA journal_mode = DELETE")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")  # would be refused while a lock is held
    other.execute("ROLLBACK")
    other.close()
    connection.close()
    left = [os.readlink(f"/proc/self/fd/{each}") for each in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{each}")]
    equal([name for name in left if name.startswith(path)], [], "descriptors left open")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    run_tests([both_entry_points_load, functions_agree_with_the_commands, errors_say_what_to_do, errors_are_short_text_in_utf_8, empty_conditions_are_refused, null_finds_nothing, rows_are_those_of_the_question, problems_are_those_of_rejects,
               views_may_use_what_is_pure, hostile_blobs_do_no_harm, other_databases_are_refused, temporary_tables_do_not_take_the_place_of_ours, changes_of_the_host_are_seen, another_connection_writes_beside_a_question,
               threads_get_the_same_answers, nothing_outlives_its_statement])
