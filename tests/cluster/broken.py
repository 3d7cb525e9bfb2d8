"""What may go wrong between a question and its answer: never a smaller answer with exit code 0, nothing half-visible."""

import http.server
import os
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
import urllib.request

from harness import Failure, equal, holds, main

questions = (("search", "--count"), ("search", "--csv"), ("search", "--after", "1. e4 e5", "--csv"), ("search", "--pieces", "Pd4 nd5", "--count"),
             ("search", "--material", "KRP* v KRP*", "--csv"), ("search", "--cql", "mate", "--csv"), ("tree", "--json"), ("tree", "--player", "lasker"))


def asked(question, address):
    return (question[0], address, *question[1:])


def answers(cluster, place):
    return [cluster.any(*asked(question, place))[:2] for question in questions]


def fresh(cluster, name, *options):
    """Returns the address of a new database with the games of the sample data."""
    address = cluster.create(name)
    cluster.load(address, options=options)
    return address


def a_missing_shard_is_an_error_with_its_name(cluster):
    address = fresh(cluster, "missing", "--with-text")
    expected = answers(cluster, cluster.database)
    equal(answers(cluster, address), expected, "with both")
    lost = cluster.servers[1]
    lost.kill()
    try:
        for question in questions:
            cluster.refused(*asked(question, address), parts=[str(lost.tcp)])
        cluster.refused("load", address, cluster.database)
        cluster.refused("search", cluster.address("missing").replace(f"127.0.0.1:{cluster.servers[0].http},", ""), parts=[str(lost.http), "is the server running?"])
    finally:
        lost.start()
    equal(answers(cluster, address), expected, "with both again")


def half_a_chunk_is_refused(cluster):
    address = fresh(cluster, "half")
    expected = answers(cluster, cluster.database)[0]
    server = cluster.servers[1]
    for table in ("game", "pos", "stay", "material"):
        server.ask(f"CREATE TABLE half.kept AS half.{table}")
        server.ask(f"ALTER TABLE half.kept REPLACE PARTITION 0 FROM half.{table}")
        server.ask(f"ALTER TABLE half.{table} DROP PARTITION 0")
        for question in questions:
            cluster.refused(*asked(question, address), parts=["chunk 0 is incomplete", table, "load it again"])
        server.ask(f"ALTER TABLE half.{table} REPLACE PARTITION 0 FROM half.kept")
        equal(cluster.any("search", address, "--count")[:2], expected, f"{table} is back")
        server.ask(f"INSERT INTO half.{table} SELECT * FROM half.kept LIMIT 1")
        cluster.refused("search", address, "--count", parts=["chunk 0 is incomplete", table])
        cluster.load(address)
        equal(cluster.any("search", address, "--count")[:2], expected, f"{table} was loaded again")
        server.ask("DROP TABLE half.kept")


def a_partition_without_a_chunk_row_is_not_seen(cluster):
    address = fresh(cluster, "unseen", "--with-text")
    expected = answers(cluster, cluster.database)
    for server in cluster.servers:
        for table, column in (("game", "id"), ("pos", "game"), ("stay", "game"), ("material", "game"), ("whole", "game")):
            server.ask(f"CREATE TABLE unseen.copy AS unseen.{table}")
            columns = server.ask(f"SELECT name FROM system.columns WHERE database = 'unseen' AND table = '{table}'").split()
            moved = ", ".join(f"{name} + 16777216" if name == column else name for name in columns)
            server.ask(f"INSERT INTO unseen.copy SELECT {moved} FROM unseen.{table}")
            server.ask(f"ALTER TABLE unseen.{table} REPLACE PARTITION 1 FROM unseen.copy")
            server.ask("DROP TABLE unseen.copy")
    equal(answers(cluster, address), expected, "answers beside rows that were not loaded to their end")


def killed_loads(cluster, address, allowed):
    """Kills a load sooner and sooner; each time the servers answer as one of those allowed, or refuse. Returns how many were killed."""
    killed = 0
    for milliseconds in range(200, 0, -10):
        with subprocess.Popen([cluster.cofnod, "load", "--quiet", address, cluster.database], env=cluster.environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            time.sleep(milliseconds / 1000)
            process.send_signal(signal.SIGKILL)
            process.communicate()
        killed += process.returncode == -signal.SIGKILL
        code, output, messages = cluster.any("search", address, "--csv")
        holds((code, output) in allowed or (code == 5 and output == ""), f"after {milliseconds} ms: exit {code}: {output[-300:]} {messages}")
    return killed


def a_killed_load_leaves_nothing_half_visible(cluster):
    address = cluster.create("killed")
    expected = cluster.any("search", cluster.database, "--csv")[:2]
    holds(killed_loads(cluster, address, [expected]) > 0, "a load was killed")
    cluster.load(address)
    equal(cluster.any("search", address, "--csv")[:2], expected, "loaded at last")
    # The second time something is there, which another state of the database is to replace.
    other = cluster.make("changed.db", os.path.join(cluster.root, "sample-data"))
    cluster.run("delete", "--yes", other, *map(str, range(40, 51)))
    changed, before = cluster.any("search", other, "--csv")[:2], cluster.database
    try:
        os.rename(before, before + ".kept")
        os.rename(other, before)
        holds(killed_loads(cluster, address, [expected, changed]) > 0, "a load was killed")
        cluster.load(address)
        equal(cluster.any("search", address, "--csv")[:2], changed, "loaded at last")
    finally:
        os.rename(before, other)
        os.rename(before + ".kept", before)
    cluster.load(address)
    equal(cluster.any("search", address, "--csv")[:2], expected, "as it was")
    for server in cluster.servers:
        equal(server.ask("SELECT count() FROM system.tables WHERE database = 'killed' AND name LIKE 'stage_%'"), "0\n", "tables of killed loads")


def what_is_there_is_not_loaded_again(cluster):
    address = fresh(cluster, "twice")
    parts = [server.ask("SELECT name FROM system.parts WHERE database = 'twice' AND active ORDER BY name") for server in cluster.servers]
    code, _, messages = cluster.any("load", address, cluster.database)
    equal((code, "already loaded" in messages), (0, True), messages)
    equal([server.ask("SELECT name FROM system.parts WHERE database = 'twice' AND active ORDER BY name") for server in cluster.servers], parts, "parts")
    cluster.load(address, options=["--with-text"])
    shown = cluster.any("show", address, "1")[:2]
    equal(shown, cluster.any("show", cluster.database, "1")[:2], "loaded with text")
    cluster.load(address)
    equal(cluster.any("show", address, "1")[:2], shown, "text that was loaded stays")


def loads_at_once_end_well_or_are_done_again(cluster):
    address = cluster.create("together")
    expected = cluster.any("search", cluster.database, "--csv")[:2]
    for _ in range(5):
        loads = [subprocess.Popen([cluster.cofnod, "load", "--quiet", address, cluster.database], env=cluster.environment, stderr=subprocess.PIPE) for _ in range(3)]
        codes = []
        for load in loads:
            load.communicate()
            codes.append(load.returncode)
        holds(set(codes) <= {0, 5}, f"exit codes {codes}")
        code, output, messages = cluster.any("search", address, "--csv")
        holds((code, output) == expected or code == 5, f"exit {code}: {messages}")
    cluster.load(address)
    equal(cluster.any("search", address, "--csv")[:2], expected, "loaded")


def another_version_is_refused(cluster):
    address = fresh(cluster, "versions")
    server = cluster.servers[0]
    columns = "chunk, first, last, games, positions, stays, materials, wholes, totals, program, keys, packing, schema, database, hash, kinds, loaded"
    for column, value, part in (("keys", "chess 9, camelot 1", "keys of version"), ("packing", "chess 9", "packed moves of version"), ("schema", "9", "tables of version")):
        changed = ", ".join(f"'{value}'" if name == column else "loaded + 1" if name == "loaded" else name for name in columns.split(", "))
        server.ask(f"INSERT INTO versions.chunk ({columns}) SELECT {changed} FROM versions.chunk ORDER BY loaded DESC LIMIT 1")
        for question in questions:
            cluster.refused(*asked(question, address), parts=["chunk 0 has " + part, "load again"])
        cluster.load(address)
        equal(cluster.any("search", address, "--count")[0], 0, "loaded again")
    for each in cluster.servers:
        each.ask("DROP TABLE versions.game_all")
    cluster.refused("search", address, parts=["cofnod schema clickhouse versions"])
    cluster.refused("search", cluster.address("nowhere"), parts=["cofnod schema clickhouse nowhere"])
    cluster.create("empty")
    cluster.refused("search", cluster.address("empty"), parts=["nothing was loaded", "cofnod load"])


class Liar(http.server.BaseHTTPRequestHandler):
    """A server that is not what it says."""

    protocol_version = "HTTP/1.1"
    how = ""

    def do_POST(self):  # pylint: disable=invalid-name  # the library's
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        getattr(self, self.how)()

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass

    def answer(self, body, status=200, length=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def rubbish(self):
        self.answer(bytes(range(256)) * 40)

    def page(self):
        self.answer(b"<html><body>Welcome</body></html>")

    def nothing(self):
        self.answer(b"")

    def short(self):
        self.answer(b"\0" * 100, length=1000)
        self.close_connection = True

    def without_length(self):
        self.send_response(200)
        self.end_headers()
        self.close_connection = True

    def elsewhere(self):
        self.send_response(302)
        self.send_header("Location", "http://127.0.0.1:1/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def error(self):
        self.answer(b"Code: 241, e.displayText() = DB::Exception: Memory limit exceeded, e.what() = DB::Exception", 500)

    def stall(self):
        time.sleep(4)

    def drip(self):
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        self.wfile.write(b"\0")
        time.sleep(4)

    def flood(self):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        block = b"100000\r\n" + b"\0" * 0x100000 + b"\r\n"
        try:
            while True:
                self.wfile.write(block)
        except OSError:
            self.close_connection = True


def a_server_that_lies_stalls_or_floods_is_refused(_cluster):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Liar)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"clickhouse://127.0.0.1:{server.server_port}/games?timeout=1"
    try:
        for how in ("rubbish", "page", "nothing", "short", "without_length", "elsewhere", "error", "stall", "drip", "flood"):
            Liar.how = how
            for question in questions:
                try:
                    _cluster.refused(*asked(question, address), parts=[str(server.server_port)])
                except Failure as failure:
                    raise Failure(f"{how}: {failure}") from failure
    finally:
        server.shutdown()


def passwords_come_from_where_others_cannot_read(cluster):
    address = fresh(cluster, "secret").replace("clickhouse://", "clickhouse://reader@")
    cluster.refused("search", address, "--count", parts=["COFNOD_PASSWORD"])
    cluster.refused("search", address, "--count", parts=["COFNOD_PASSWORD"], COFNOD_PASSWORD="wrong")
    expected = cluster.any("search", cluster.database, "--count")[:2]
    equal(cluster.any("search", address, "--count", COFNOD_PASSWORD="open sesame")[:2], expected, "from the environment")
    file = os.path.join(cluster.folder, "passwords")
    with open(file, "w", encoding="ascii") as out:
        out.write("machine 127.0.0.1 login reader password wrong\n")
    os.chmod(file, 0o644)
    cluster.refused("search", address, "--count", parts=["others may read this file", f"chmod 600 {file}"], COFNOD_NETRC=file)
    os.chmod(file, 0o600)
    cluster.refused("search", address, "--count", parts=["COFNOD_PASSWORD"], COFNOD_NETRC=file)
    with open(file, "w", encoding="ascii") as out:
        out.write('machine 127.0.0.1 login reader password "open sesame"\n')
    equal(cluster.any("search", address, "--count", COFNOD_NETRC=file)[:2], expected, "from the file")
    cluster.refused("search", address.replace("reader@", "reader:secret@"), parts=["does not belong on the command line"], code=2)


class Forward(http.server.BaseHTTPRequestHandler):
    """Passes questions on to a server; behind TLS."""

    protocol_version = "HTTP/1.1"
    target = ""

    def do_POST(self):  # pylint: disable=invalid-name  # the library's
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with urllib.request.urlopen(self.target + self.path, body) as answer:
            data = answer.read()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


def a_server_that_does_not_answer_to_tls_is_named_so(cluster):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        cluster.refused("search", f"clickhouses://127.0.0.1:{port}/games?timeout=1", "--count", parts=[str(port), "SSL", "does it speak TLS"])


def a_certificate_that_nobody_vouches_for_is_refused(cluster):
    if not shutil.which("openssl"):
        print("        openssl makes the certificate of this test")
        return
    address = fresh(cluster, "certified")
    key, certificate = (os.path.join(cluster.folder, name) for name in ("key.pem", "certificate.pem"))
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    Forward.target = f"http://127.0.0.1:{cluster.servers[0].http}"
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Forward)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    proxy.socket = context.wrap_socket(proxy.socket, server_side=True)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    try:
        secure = f"clickhouses://localhost:{proxy.server_port}/certified"
        cluster.refused("search", secure, "--count", parts=["certificate", "COFNOD_CA_FILE"])
        cluster.refused("search", secure, "--count", parts=["no certificate can be read", "COFNOD_CA_FILE"], COFNOD_CA_FILE=key + ".pem")
        cluster.refused("search", address.replace("clickhouse:", "clickhouses:"), "--count", parts=["SSL", "does it speak TLS"])
        equal(cluster.any("search", secure, "--csv", COFNOD_CA_FILE=certificate)[:2], cluster.any("search", address, "--csv")[:2], "by TLS")
        cluster.refused("search", secure.replace("localhost", "127.0.0.1"), "--count", parts=["certificate"], COFNOD_CA_FILE=certificate)
    finally:
        proxy.shutdown()


def what_servers_cannot_answer_is_said(cluster):
    address = fresh(cluster, "refusals")
    elsewhere = "they are in " + os.path.realpath(cluster.database)
    for arguments in (("show", address, "1"), ("export", address), ("search", address, "--lines", "all", "--after", "1. e4"), ("search", address, "--cql", 'player "lasker"')):
        cluster.refused(*arguments, parts=["comments and variations are not in this cluster", elsewhere, "--with-text"], code=2)
    cluster.refused("tree", address, "--lines", "all", parts=["the servers count main lines only", "ask the database that was loaded"], code=2)
    for option in (("--comment", "brilliant"), ("--text", "brilliant"), ("--tag", "Round=3"), ("--annotator", "evans"), ("--collection", "prep")):
        cluster.refused("search", address, *option, parts=[f"the servers do not have what {option[0]} asks for", "ask the database that was loaded"], code=2)
    for arguments in (("dedupe", address), ("players", address), ("rejects", address)):
        cluster.refused(*arguments, parts=["servers do not answer this command"], code=2)
    cluster.refused("search", address + "?pull=5", "--cql", "mate", parts=["games would have to be fetched", "?pull="], code=6)
    cluster.refused("search", "clickhouse://127.0.0.1:99999/games", parts=["is not a port"], code=2)
    cluster.refused("search", "clickhouse:///games", parts=["names no server"], code=2)
    cluster.refused("search", "clickhouse://127.0.0.1", parts=["names no database"], code=2)
    cluster.refused("load", cluster.database, cluster.database, parts=["not an address of servers"], code=2)


if __name__ == "__main__":
    main((a_missing_shard_is_an_error_with_its_name, half_a_chunk_is_refused, a_partition_without_a_chunk_row_is_not_seen,
          a_killed_load_leaves_nothing_half_visible, what_is_there_is_not_loaded_again, loads_at_once_end_well_or_are_done_again,
          another_version_is_refused, a_server_that_lies_stalls_or_floods_is_refused, passwords_come_from_where_others_cannot_read,
          a_server_that_does_not_answer_to_tls_is_named_so, a_certificate_that_nobody_vouches_for_is_refused, what_servers_cannot_answer_is_said))
