"""A host that interrupts a question, or sets it a time: it ends in time, and is not taken for damage."""

import sqlite3
import sys
import threading
import time

from harness import Failure, equal, holds, run_tests

late = 0.1  # seconds
asked_after = 0.2
rounds = 3  # the best counts, for the machine has other work too

# Each takes many seconds when it is not interrupted.
long_questions = {
    "a pattern at each position": "SELECT game FROM cofnod_search WHERE cql = 'x=0 while (x<99999) {x+=1} x==7'",
    "a pattern at one position": "SELECT game FROM cofnod_search WHERE cql = 'x=0 while (x<999999) {x+=1 y=0 while (y<999999) {y+=1 z=0 while (z<999999) {z+=1}}}'",
    "positions of all games": "SELECT sum(p.key) FROM numbers, game g JOIN form f ON f.id = g.form AND f.kind = 1, cofnod_plies(g.moves, g.start) p",
    "searches by pieces": "SELECT count(s.ply) FROM numbers, cofnod_search s WHERE s.pieces = 'Pe4' AND s.game > n - n",
    "counts by the index": "SELECT sum((SELECT count(*) FROM cofnod_search WHERE pieces = 'Pe4' AND min_plies = n % 3)) FROM numbers",
    "trees": "SELECT sum(t.games + n) FROM numbers, cofnod_tree t",
    "problems": "SELECT sum(p.game + n) FROM numbers, cofnod_problems p",
    "games as PGN": "SELECT sum(length(cofnod_pgn(g.id))) FROM numbers, game g",
    "one game of 16 million plies": "SELECT length(cofnod_moves((SELECT moves FROM endless), '4k2n/8/8/8/8/8/8/N3K3 w - - 0 1')) FROM numbers",
    "its positions": "SELECT max(p.key) FROM cofnod_plies((SELECT moves FROM endless), '4k2n/8/8/8/8/8/8/N3K3 w - - 0 1') p",
    "its last position": "SELECT cofnod_fen((SELECT moves FROM endless), '4k2n/8/8/8/8/8/8/N3K3 w - - 0 1', 16000000)",
}


def connect(archive):
    connection = archive.connect(check_same_thread=False)
    connection.execute("CREATE TEMP TABLE numbers AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 1000000) SELECT n FROM c")
    # Knights that go out and back: Na1-b3, Nh8-g6, Nb3-a1, Ng6-h8.
    connection.execute("CREATE TEMP TABLE endless (moves BLOB)")
    connection.execute("INSERT INTO endless VALUES (?)", (knights(connection) * 4_000_000,))
    connection.commit()
    return connection


def knights(connection):
    """Finds the four bytes that play the knights out and back."""
    position, found = "4k2n/8/8/8/8/8/8/N3K3 w - - 0 1", b""
    for move in ("a1b3", "h8g6", "b3a1", "g6h8"):
        for byte in range(256):
            try:
                if connection.execute("SELECT cofnod_uci(?, ?, ?)", (found + bytes([byte]), position, len(found) + 1)).fetchone()[0] == move:
                    found += bytes([byte])
                    break
            except sqlite3.OperationalError:
                pass
        else:
            raise Failure(f"no byte plays {move}")
    return found


def ends_in_time(connection, question, arrange):
    """Returns how late a question ends; `arrange` makes the host end it at a time."""
    best = None
    for _ in range(rounds):
        end = time.monotonic() + asked_after
        undo = arrange(end)
        try:
            answer = connection.execute(question).fetchall()
            raise Failure(f"ended by itself, {time.monotonic() - end:.3f} s after it was to end: {answer!r:.80}")
        except sqlite3.OperationalError as error:
            after = time.monotonic() - end
            equal(str(error), "interrupted", "the message")
        finally:
            undo()
        best = after if best is None else min(best, after)
        if best <= late / 2:
            break
    return best


def check(archive, arrange_for):
    connection, wrong = connect(archive), []
    for what, question in long_questions.items():
        try:
            after = ends_in_time(connection, question, arrange_for(connection))
            holds(after <= late, f"{after:.3f} s late")
            print(f"        {what}: {after * 1000:.0f} ms late", flush=True)
        except Failure as failure:
            wrong.append(f"{what}: {failure}")
    equal(connection.execute("SELECT count(*) FROM cofnod_search WHERE cql = 'mate'").fetchone()[0] > 0, True, "the connection goes on")
    connection.close()
    if wrong:
        raise Failure("\n".join(wrong))


def interrupted_by_another_thread(archive):
    def arrange_for(connection):
        def arrange(end):
            timer = threading.Timer(end - time.monotonic(), connection.interrupt)
            timer.start()
            return timer.join

        return arrange

    check(archive, arrange_for)


def out_of_time(archive):
    """As Datasette does it: a handler that is called each thousand steps."""

    def arrange_for(connection):
        def arrange(end):
            connection.set_progress_handler(lambda: time.monotonic() > end, 1000)
            return lambda: connection.set_progress_handler(None, 1000)

        return arrange

    check(archive, arrange_for)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    run_tests([interrupted_by_another_thread, out_of_time])
