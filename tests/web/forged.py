"""`serve --write` changes nothing for those who may not, and one thing at a time for those who may. No browser is needed."""

import http.client
import json
import os
import socket
import subprocess
import threading
import time

from harness import Site, WritingSite, equal, holds, main, misfits, schema_of

first = """[White "A"]
[Black "B"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7 *

[White "C"]
[Black "D"]
[Result "*"]

1. d4 d5 *
"""


class Attempt:
    """A request that would set a tag of game 1 if it were answered."""

    def __init__(self, site):
        self.site, self.port = site, int(site.address.rsplit(":", 1)[1])
        self.method, self.path, self.body = "POST", "/api/v1/games/1/set", json.dumps({"tags": ["Event=Forged"]})
        self.headers = {"Origin": site.address, "Content-Type": "application/json", "Authorization": f"Bearer {site.token}"}

    def but(self, method=None, path=None, body=None, **headers):
        self.method, self.path, self.body = method or self.method, path or self.path, self.body if body is None else body
        for name, value in headers.items():
            self.headers.pop(name.replace("_", "-"), None)
            if value is not None:
                self.headers[name.replace("_", "-")] = value
        return self

    def send(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(self.method, self.path, self.body.encode() if isinstance(self.body, str) else self.body, self.headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


def corrections(site):
    return json.loads(site.run("corrections", site.database, "--json"))["corrections"]


def refused(site, status, attempt):
    """The answer has this status, and the database is as it was."""
    before = corrections(site)
    found, text = attempt.send()
    equal(found, status, f"status of {attempt.method} {attempt.path} {attempt.headers} {attempt.body[:60]}")
    if "{" in text:
        equal(json.loads(text)["status"], status, "status in the answer")
    equal(corrections(site), before, f"corrections after {attempt.headers}")


def requests_of_others_change_nothing(site, _):
    port = site.address.rsplit(":", 1)[1]
    for origin in (None, "null", "http://evil.example", f"http://evil.example:{port}", f"https://127.0.0.1:{port}", "http://127.0.0.1:1", f"http://127.0.0.1:{port}.evil.example",
                   f"http://user@127.0.0.1:{port}", f"{site.address}, http://evil.example"):
        refused(site, 403, Attempt(site).but(Origin=origin))
    for where in ("cross-site", "same-site"):
        refused(site, 403, Attempt(site).but(Sec_Fetch_Site=where))
    refused(site, 403, Attempt(site).but(Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate"))
    refused(site, 421, Attempt(site).but(Host="evil.example"))


def requests_without_the_token_change_nothing(site, _):
    token = site.token
    for bearer in (None, "Bearer", "Bearer ", f"Bearer {token[:-1]}", f"Bearer {token}0", f"Basic {token}", token, f"Bearer {'0' * len(token)}"):
        refused(site, 401, Attempt(site).but(Authorization=bearer))
    for name in ("token", f"cofnod_token_{site.address.rsplit(':', 1)[1]}"):
        refused(site, 401, Attempt(site).but(Authorization=None, Cookie=f"{name}={token}"))
        refused(site, 401, Attempt(site).but(Authorization=None, path=f"/api/v1/games/1/set?{name}={token}"))
    refused(site, 401, Attempt(site).but(Authorization=None, body=json.dumps({"tags": ["Event=Forged"], "token": token})))


def session(site, authorization):
    """Returns status and answer of the address where a code is exchanged for the token."""
    status, text = Attempt(site).but(path="/api/v1/session", body="{}", Authorization=authorization).send()
    return status, json.loads(text)


def a_code_is_good_once(site, _):
    code = site.process.code
    equal(session(site, f"Code {code[:-1]}")[0], 401, "half a code")
    equal(session(site, f"Bearer {code}")[0], 401, "a code is not the token")
    status, answer = session(site, f"Code {code}")
    equal([status, answer["token"]], [200, site.token], "the code of the address that was printed")
    equal(session(site, f"Code {code}")[0], 401, "for the second time")
    ask = lambda target: Attempt(site).but(method="GET", path=target, body="", Authorization=None).send()[0]
    target = f"/api/v1/games.pgn?limit=1&code={answer['code']}"
    equal([ask(target), ask(target)], [200, 401], "in the address of a question")
    refused(site, 401, Attempt(site).but(Authorization=None, path=f"/api/v1/games/1/set?code={session(site, f'Bearer {site.token}')[1]['code']}"))
    for origin in (None, "null", "http://evil.example"):
        equal(Attempt(site).but(path="/api/v1/session", body="{}", Origin=origin).send()[0], 403, f"from {origin}")


def reading_with_a_token(site, _):
    """What is read below /api asks for it too; pages and their parts have nothing of the database."""
    reading = Site(site.cofnod, site.root, database=site.database, options=["--token"])
    try:
        ask = lambda path, **headers: Attempt(reading).but(method="GET", path=path, body="", **headers).send()
        for path in ("health", "games", "games.pgn", "openapi.json", "board.svg", "nothing"):
            equal(ask(f"/api/v1/{path}", Authorization=None)[0], 401, path)
        equal(ask("/api/v1/health")[0], 200, "with the token")
        for path in ("/", "/games/1", "/database", "/assets/main.js"):
            status, text = ask(path, Authorization=None)
            equal([status, reading.token in text, "Forged" in text], [200, False, False], path)
        refused(reading, 405, Attempt(reading))
        equal(session(reading, f"Code {reading.process.code}")[1]["token"], reading.token, "the token for the code")
    finally:
        reading.end()


def a_flood_keeps_out_nobody_who_has_the_token(site, _):
    """Three that hold 300 connections each, some with half a request, and open another for each that is closed."""
    ends, faults = threading.Event(), []

    def flood(sends):
        held = []
        while not ends.is_set():
            try:
                held.append(socket.create_connection(("127.0.0.1", Attempt(site).port), timeout=1))
                held[-1].sendall(sends)
            except OSError:
                pass
            if len(held) > 300:
                held.pop(0).close()
        for connection in held:
            connection.close()

    floods = [threading.Thread(target=flood, args=(sends,)) for sends in (b"", b"GET /api/v1/health HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nX: y")]
    for each in floods:
        each.start()
    try:
        kept = http.client.HTTPConnection("127.0.0.1", Attempt(site).port, timeout=30)
        for at in range(100):
            try:
                equal(Attempt(site).but(method="GET", path="/api/v1/games/1", body="").send()[0], 200, "a new connection")
                kept.request("GET", "/api/v1/health", headers=site.authorization)
                equal(kept.getresponse().read()[:1], b"{", "one that is kept")
            except (OSError, http.client.HTTPException) as fault:
                faults.append((at, repr(fault)))
    finally:
        ends.set()
        for each in floods:
            each.join()
    equal(faults, [], "requests that were cut off")


def two_lengths_are_refused(site, _):
    body = Attempt(site).body
    for headers in ((f"Content-Length: {len(body)}", "Content-Length: 2"), ("Content-Length: 2", f"Content-Length: {len(body)}"), (f"Content-Length: {len(body)}",) * 2,
                    (f"Content-Length: {len(body)}, 2",), (f"Content-Length: {len(body)}", "Transfer-Encoding: identity")):
        before = corrections(site)
        answer = raw(site, body.encode(), *headers)
        holds(" 400 " in answer, f"{headers}: {answer}")
        equal(corrections(site), before, f"corrections after {headers}")


def other_types_change_nothing(site, _):
    for kind in (None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp", "text/plain;application/json"):
        refused(site, 415, Attempt(site).but(Content_Type=kind))
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        refused(site, 405, Attempt(site).but(method=method))
    refused(site, 405, Attempt(site).but(method="GET", body=""))
    refused(site, 405, Attempt(site).but(path="/api/v1/games/1"))
    refused(site, 404, Attempt(site).but(path="/"))
    refused(site, 404, Attempt(site).but(path="/assets/main.js"))


def bodies_that_are_no_object_change_nothing(site, _):
    for body in ("", "{", "[]", "null", "1", '"tags"', '{"tags": ["Event=Forged"]} {}', '{"tags": {"Event": "Forged"}}', '{"tags": [["Event=Forged"]]}', '{"tags": ["Event=Forged\\u0000"]}',
                 '{"tags": ["Event=Forged\\u001b[2J"]}', '{"tags": ["Event=Forged\\n"]}', '{"tags": ["Event=Forged"], "by": "\\u001b[2J"}', '{"tags": ["Event=Forged"], "by": "a\\nb"}',
                 '{"tags": ["Event=Forged"], "by": "\\u009b"}', json.dumps({"tags": ["Event=Forged"], "by": "x" * 256}), json.dumps({"tags": ["X" * 256 + "=Forged"]}),
                 '{"tags": ["Event=Forged", "Event=Forged"]}', '{"tags": ["White=Forged", "Gwyn=Again"]}', '{"tags": ["Event=Forged"], "tags": ["Site=Forged"]}', '{"tags": ["Event=Forged"], "after": null, "after": null}',
                 '{"tags": ["Event=Forged"], "made_at": "2020"}', '{"tags": ["Event=Forged"], "by": "a", "by": "b"}', '{"tags": ["Event=Forged"], "dry_run": "perhaps"}',
                 '{"tags": "Event"}', '{"tags": ["Date=yesterday"]}', '{"tags": ["FEN=8/8/8/8/8/8/8/8"]}', "{}", "[" * 60000, '{"a":' * 10000):
        refused(site, 400, Attempt(site).but(body=body))
    refused(site, 400, Attempt(site).but(body=b'{"tags": ["Event=\xff"]}'))
    refused(site, 404, Attempt(site).but(path="/api/v1/games/x/set"))
    for body in ({"was": "Bxc7", "now": "Bxc6", "at": 3}, {"was": "Bxc7", "now": "Bxc6", "at": -1}, {"was": "Bxc7", "now": "Bxc6", "at": 1 << 40}, {"was": "Bxc7", "now": "Bxc6", "at": 3, "nth": 1},
                 {"was": "", "now": "x", "at": 0}, {"was": "Bxc7"}, {"was": "e", "now": "f"}, {"was": "Bxc7", "now": "Bxc6", "from_notation": "klingon"}):
        refused(site, 400, Attempt(site).but(path="/api/v1/games/1/correct", body=json.dumps(body)))


def large_bodies_change_nothing(site, _):
    large = json.dumps({"tags": ["Event=" + "x" * (64 << 10)]})
    status, _ = Attempt(site).but(body=large).send()
    equal(status, 413, "more than 64 KiB")
    equal(corrections(site), [], "corrections after it")
    fits = json.dumps({"tags": ["Event=" + "x" * 60000], "dry_run": True})
    equal(Attempt(site).but(body=fits).send()[0], 200, "less than 64 KiB")


def raw(site, body, *headers):
    """Sends a change as bytes, as no library would; returns the first line of the answer, or nothing."""
    attempt = Attempt(site)
    lines = [f"POST {attempt.path} HTTP/1.1", f"Host: 127.0.0.1:{attempt.port}", *(f"{name}: {value}" for name, value in attempt.headers.items()), *headers, "", ""]
    with socket.create_connection(("127.0.0.1", attempt.port), timeout=10) as connection:
        try:
            connection.sendall("\r\n".join(lines).encode() + body)
            return connection.recv(65536).decode(errors="replace").partition("\r\n")[0]
        except OSError:
            return ""


def bodies_in_pieces_change_nothing_unless_they_are_whole(site, _):
    """Lengths that are wrong, pieces that are too many, and a body that does not come: its connection is closed, others are answered."""
    body = json.dumps({"tags": ["Event=Forged"]}).encode()
    piece = f"{len(body):x}\r\n".encode() + body + b"\r\n"
    begun = time.time()
    equal(raw(site, body[:10], f"Content-Length: {len(body)}"), "", "half a body")
    holds(time.time() - begun < 6, "and is not waited for")
    for content, headers in ((body, ["Content-Length: 5"]), (body, ["Content-Length: -1"]), (body, ["Content-Length: 99999999999999999999"]), (body, ["Content-Length: x"]), (body, []),
                             (piece + b"0\r\n", ["Transfer-Encoding: chunked"]), (b"fffffff\r\n" + body, ["Transfer-Encoding: chunked"]), (b"zz\r\n" + body, ["Transfer-Encoding: chunked"]),
                             (b"4000\r\n" + b" " * 0x4000 + b"\r\n", ["Transfer-Encoding: chunked"]), ((b"4000\r\n" + b" " * 0x4000 + b"\r\n") * 5, ["Transfer-Encoding: chunked"])):
        answer = raw(site, content, *headers)
        holds("200" not in answer, f"{headers} {content[:20]}: {answer}")
        equal(corrections(site), [], f"corrections after {headers}")
    equal(site.get("health")["games"], 2, "others are answered")


def what_is_tried_is_not_stored(site, _):
    for path, body in (("set", {"tags": ["Event=Forged"]}), ("correct", {"was": "Bxc7", "now": "Bxc6"}), ("delete", {})):
        status, _ = Attempt(site).but(path=f"/api/v1/games/1/{path}", body=json.dumps({**body, "dry_run": True})).send()
        equal(status, 200, f"{path} is tried")
        equal(corrections(site), [], f"corrections after {path} was tried")


def what_is_tried_is_what_is_kept(site, _):
    """The game as it would be, member by member, is the game as it is then; for the commands too."""
    for path, body in (("correct", {"was": "Bxc7", "now": "Bxc6"}), ("set", {"tags": ["White=Rhys, Siân", "Date=1931-08", "Result=1-0", "WhiteElo=1850", "Round=3a"]})):
        address, body = f"/api/v1/games/1/{path}", {**body, "by": "Nia"}
        tried = json.loads(Attempt(site).but(path=address, body=json.dumps({**body, "dry_run": True})).send()[1])
        kept = json.loads(Attempt(site).but(path=address, body=json.dumps(body)).send()[1])
        equal(misfits(schema_of(json.loads(site.read("/api/v1/openapi.json")), f"games/{{id}}/{path}", "post"), kept, path), [], "misfits")
        for part in ("game", "source"):
            equal(kept[part], tried[part], f"{part} of {path}")
            equal(site.get("games/1" if part == "game" else "games/1/source"), {"schema_version": 1, **tried[part]}, f"{part} that is stored by {path}")
        equal({**kept["correction"], "schema_version": 1}, {**corrections(site)[-1], "schema_version": 1}, "the correction")
    for _ in range(2):
        equal(Attempt(site).but(path="/api/v1/games/1/undo", body="{}").send()[0], 200, "undone")
    equal(corrections(site), [], "all is undone")


def a_request_that_comes_twice_is_done_once(site, _):
    repeated = {"correct": {"was": "e4", "now": "e4 e5 2. e4", "after": 0}, "set": {"tags": ["Event=Twice"], "after": 0}, "delete": {"after": 0}}
    for path, body in repeated.items():
        attempt = lambda: Attempt(site).but(path=f"/api/v1/games/1/{path}", body=json.dumps(body)).send()[0]  # noqa: B023
        if path == "correct":
            body["was"], body["now"] = "Bxc7", "Bxc6 Bxc7"
        statuses = [attempt(), attempt()]
        equal(statuses[0], 200, f"{path}, once")
        holds(statuses[1] in (400, 404, 409), f"{path}, twice: {statuses[1]}")
        equal(len(corrections(site)), 1, f"corrections after {path} came twice")
        last = corrections(site)[-1]["id"]
        undo = lambda: Attempt(site).but(path="/api/v1/games/1/undo", body=json.dumps({"after": last})).send()[0]  # noqa: B023
        equal(undo(), 200, "undone")
        holds(undo() in (400, 409), "undone twice")
        equal(corrections(site), [], f"corrections after {path} was undone")


def of_many_at_once_one_is_done(site, _):
    """Eight clicks at the same time, all on the same text."""
    statuses = []
    body = json.dumps({"was": "Bxc7", "now": "Bxc6", "after": 0})
    threads = [threading.Thread(target=lambda: statuses.append(Attempt(site).but(path="/api/v1/games/1/correct", body=body).send()[0])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    equal(sorted(statuses)[0], 200, "one is done")
    holds(all(status in (409, 503) for status in sorted(statuses)[1:]), f"the others are refused: {statuses}")
    equal(len(corrections(site)), 1, "one correction")
    equal(Attempt(site).but(path="/api/v1/games/1/undo", body="{}").send()[0], 200, "undone")


def corrections_stand_beside_imports(site, _):
    """Imports and corrections take turns; nothing of either is lost."""
    imports = [subprocess.Popen([site.cofnod, "import", "--quiet", site.database, os.path.join(site.root, "sample-data", "chess", language)]) for language in ("cy", "ar")]
    done = 0
    for i in range(12):
        status, text = Attempt(site).but(path="/api/v1/games/2/set", body=json.dumps({"tags": [f"Event=Round {i}"]})).send()
        holds(status in (200, 503), f"beside an import: {status} {text}")
        done += status == 200
    for each in imports:
        equal(each.wait(60), 0, "the import")
    holds(done > 0, "corrections are made beside imports")
    equal(len(corrections(site)), done, "all corrections that were answered are stored")
    equal(subprocess.run([site.cofnod, "check", "--quiet", site.database, "--deep"], check=False).returncode, 0, "the database is sound")


def a_lock_that_is_held_is_reported(site, _):
    """Another program that holds the database for longer than it is waited for."""
    import sqlite3
    other = sqlite3.connect(site.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    before = len(corrections(site))
    equal(site.get("health")["waits"], False, "nothing waits yet")
    answers = []
    attempt = threading.Thread(target=lambda: answers.append(Attempt(site).send()))
    attempt.start()
    time.sleep(1.5)
    equal(site.get("health")["waits"], True, "the page is told what the correction waits for")
    attempt.join()
    status, text = answers[0]
    equal((status, "another program" in text), (503, True), "while it is locked")
    equal(site.get("health")["waits"], False, "nothing waits any longer")
    other.execute("ROLLBACK")
    other.close()
    equal(len(corrections(site)), before, "corrections")


def without_write_nothing_writes(site, _):
    reading = Site(site.cofnod, site.root, database=site.database)
    try:
        for path in ("correct", "set", "delete", "undo"):
            refused(reading, 405, Attempt(reading).but(path=f"/api/v1/games/1/{path}", body=""))
        status, _ = Attempt(reading).send()
        holds(status in (405, 413), f"with a body: {status}")
        equal(reading.get("health")["writes"], False, "the page is told so")
    finally:
        reading.end()


def a_database_that_cannot_be_written_is_reported_at_once(site, _):
    copy = os.path.join(site.folder, "old.db")
    with open(copy, "w", encoding="utf-8") as file:
        file.write("not a database")
    for arguments in (["serve", copy, "--write"], ["serve", site.database, "--write", "--check"]):
        ended = subprocess.run([site.cofnod, *arguments], capture_output=True, text=True, check=False, timeout=20)
        holds(ended.returncode in (2, 5) and not ended.stdout, f"{arguments}: {ended.returncode} {ended.stderr}")


if __name__ == "__main__":
    main([requests_of_others_change_nothing, requests_without_the_token_change_nothing, a_code_is_good_once, reading_with_a_token, a_flood_keeps_out_nobody_who_has_the_token, two_lengths_are_refused, other_types_change_nothing, bodies_that_are_no_object_change_nothing, large_bodies_change_nothing, bodies_in_pieces_change_nothing_unless_they_are_whole, what_is_tried_is_not_stored, what_is_tried_is_what_is_kept, a_request_that_comes_twice_is_done_once, of_many_at_once_one_is_done, without_write_nothing_writes, a_database_that_cannot_be_written_is_reported_at_once, corrections_stand_beside_imports, a_lock_that_is_held_is_reported], with_browser=False, site_of=lambda cofnod, root: WritingSite(cofnod, root, first))
