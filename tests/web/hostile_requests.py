"""Requests that nobody sent in good faith, by raw sockets: each gets the answer that it should, and the next is answered."""

import os
import re
import select
import socket
import threading
import time
import urllib.parse

from harness import Failure, equal, holds, main


def port_of(site):
    return int(site.address.rsplit(":", 1)[1])


def connect(site):
    connection = socket.create_connection(("127.0.0.1", port_of(site)), timeout=10)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def send(site, head):
    """Sends bytes, and returns the status of the answer; 0: the connection was closed without one."""
    connection = connect(site)
    try:
        connection.sendall(head)
        answer = b""
        while b"\r\n" not in answer:
            part = connection.recv(4096)
            if not part:
                break
            answer += part
    except OSError:
        return 0
    finally:
        connection.close()
    found = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
    return int(found.group(1)) if found else 0


def is_well(site):
    equal(send(site, request(site, "/api/v1/health")), 200, "an ordinary request")


def is_open(connection):
    """Returns true unless the server has closed a connection that it has sent nothing on."""
    return not select.select([connection], [], [], 0)[0]


def request(site, target, *headers, method="GET", host=None, version="HTTP/1.1"):
    lines = [f"{method} {target} {version}", f"Host: {host or '127.0.0.1:' + str(port_of(site))}", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


def sixty_requests(site, _):
    port, ok = port_of(site), "/api/v1/health"
    games, ours = "/api/v1/games", f"127.0.0.1:{port}"
    cases = {  # what is sent: statuses that are right for it; 0: closed
        # The host: DNS rebinding gives any page a name for this address.
        "another host": (request(site, ok, host="evil.example"), (421,)),
        "our host at another port": (request(site, ok, host=f"127.0.0.1:{port + 1}"), (421,)),
        "our host without a port": (request(site, ok, host="127.0.0.1"), (421,)),
        "a host that begins like ours": (request(site, ok, host=f"{ours}.evil.example"), (421,)),
        "a host that ends like ours": (request(site, ok, host=f"evil.{ours}"), (421,)),
        "a user before the host": (request(site, ok, host=f"a@{ours}"), (421,)),
        "two hosts": (request(site, ok, "Host: evil.example"), (421, 400)),
        "our host twice": (request(site, ok, f"Host: {ours}"), (421, 400)),
        "no host": (f"GET {ok} HTTP/1.1\r\n\r\n".encode(), (421, 400)),
        "an empty host": (f"GET {ok} HTTP/1.1\r\nHost:\r\n\r\n".encode(), (421, 400)),
        "0.0.0.0": (request(site, ok, host=f"0.0.0.0:{port}"), (421,)),
        "the address as a number": (request(site, ok, host=f"2130706433:{port}"), (421,)),
        "127.1": (request(site, ok, host=f"127.1:{port}"), (421,)),
        "localhost with a dot": (request(site, ok, host=f"localhost.:{port}"), (421,)),
        "localhost": (request(site, ok, host=f"localhost:{port}"), (200,)),
        "localhost in capitals": (request(site, ok, host=f"LOCALHOST:{port}"), (200,)),
        "IPv6": (request(site, ok, host=f"[::1]:{port}"), (200,)),
        "a long IPv6": (request(site, ok, host=f"[0:0:0:0:0:0:0:1]:{port}"), (421,)),
        # Other sites.
        "another origin": (request(site, ok, "Origin: http://evil.example"), (403,)),
        "our origin over TLS": (request(site, ok, f"Origin: https://{ours}"), (403,)),
        "no origin": (request(site, ok, "Origin: null"), (403,)),
        "our origin": (request(site, ok, f"Origin: http://{ours}"), (200,)),
        "our origin and another": (request(site, ok, f"Origin: http://{ours}", "Origin: http://evil.example"), (403,)),
        "another site": (request(site, ok, "Sec-Fetch-Site: cross-site"), (403,)),
        "a page of the same site": (request(site, ok, "Sec-Fetch-Site: same-site"), (403,)),
        "a site that no browser says": (request(site, ok, "Sec-Fetch-Site: ours"), (403,)),
        "a link to an answer": (request(site, ok, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"), (403,)),
        "a link to the first page": (request(site, "/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"), (200,)),
        # Methods and bodies.
        "POST": (request(site, ok, method="POST"), (405, 413)),
        "PUT": (request(site, ok, "Content-Length: 1", method="PUT") + b"x", (405, 413)),
        "DELETE": (request(site, "/api/v1/games/1", method="DELETE"), (405,)),
        "OPTIONS": (request(site, "*", method="OPTIONS"), (400, 405)),
        "TRACE": (request(site, ok, method="TRACE"), (0, 400, 405, 501)),
        "CONNECT": (request(site, f"{ours}", method="CONNECT"), (0, 400, 405, 501)),
        "a method of our own": (request(site, ok, method="FEN"), (0, 400, 405, 501)),
        "a body": (request(site, ok, "Content-Length: 5") + b"hello", (413, 400)),
        "a large body": (request(site, ok, "Content-Length: 1000000000"), (413, 400)),
        "a body of no length": (request(site, ok, "Content-Length: -1"), (413, 400)),
        "two lengths": (request(site, ok, "Content-Length: 0", "Content-Length: 5") + b"hello", (413, 400)),
        "two lengths of nothing": (request(site, ok, "Content-Length: 0", "Content-Length: 0"), (400,)),
        "chunks": (request(site, ok, "Transfer-Encoding: chunked") + b"0\r\n\r\n", (413, 400)),
        "chunks and a length": (request(site, ok, "Content-Length: 4", "Transfer-Encoding: chunked") + b"0\r\n\r\n", (413, 400)),
        # The target.
        "a target with a host": (request(site, f"http://evil.example{ok}"), (400, 421)),
        "a target with two slashes": (request(site, "//evil.example/"), (400, 404)),
        "no slash": (request(site, "api/v1/health"), (400, 404)),
        "a file": (request(site, "/../../../../etc/passwd"), (400, 404)),
        "a file, escaped": (request(site, "/assets/%2e%2e/%2e%2e/etc/passwd"), (400, 404)),
        "a file, escaped twice": (request(site, "/assets/%252e%252e/etc/passwd"), (400, 404)),
        "a slash, escaped": (request(site, "/assets%2Fmain.js"), (400, 404)),
        "a backslash": (request(site, "/assets/..\\main.js"), (400, 404)),
        "NUL": (request(site, f"{games}?player=a%00b"), (400,)),
        "NUL as it is": (request(site, f"{games}?player=a\0b"), (0, 400)),
        "a control character": (request(site, f"{games}?player=a%1bb"), (400,)),
        "a line break": (request(site, f"{games}?player=a%0d%0aSet-Cookie:%20x=1"), (200, 400)),
        "half an escape": (request(site, f"{games}?player=%4"), (400,)),
        "no escape": (request(site, f"{games}?player=%zz"), (400,)),
        "faulty UTF-8": (request(site, f"{games}?player=%ff%fe"), (400,)),
        "a surrogate": (request(site, f"{games}?player=%ed%a0%80"), (400,)),
        "overlong UTF-8": (request(site, f"{games}?player=%c0%af"), (400,)),
        "a parameter twice": (request(site, f"{games}?limit=1&limit=2"), (400,)),
        "a parameter under two names": (request(site, f"{games}?fen=startpos&position=startpos"), (400,)),
        "a parameter that is not there": (request(site, f"{games}?colour=white"), (400,)),
        "a file of ids": (request(site, f"{games}?ids=@/etc/passwd"), (400,)),
        "a file of notations": (request(site, f"{games}?notation_file=/etc/passwd"), (400,)),
        "a number that is none": (request(site, f"{games}?limit=99999999999999999999"), (400,)),
        "a game that is none": (request(site, f"{games}/-1"), (404,)),
        "an id beyond all": (request(site, f"{games}/9223372036854775808"), (404,)),
        "readfile": (request(site, '/api/v1/cql?cql=initial%20(readfile%20"/etc/passwd")~~"root"'), (400,)),
        "a target of 9 KiB": (request(site, f"{games}?player=" + "a" * 9216), (0, 400, 414)),
        "a head of 20 KiB": (request(site, ok, "X: " + "a" * 20480), (0, 400, 413, 431)),
        "5000 headers": (request(site, ok, *["X: y"] * 5000), (0, 400, 413, 431)),
        "a header that goes on": (request(site, ok, "X: y\r\n evil"), (200, 400)),
        "no HTTP at all": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200), (0, 400)),
        "HTTP/0.9": (b"GET /\r\n\r\n", (0, 400, 421)),
        "HTTP/9.9": (request(site, ok, version="HTTP/9.9"), (0, 200, 400, 505)),
        "line feeds alone": (f"GET {ok} HTTP/1.1\nHost: {ours}\n\n".encode(), (0, 200, 400)),
    }
    holds(len(cases) >= 60, f"{len(cases)} requests")
    wrong = [f"{name}: {status}" for name, (sent, right) in cases.items() if (status := send(site, sent)) not in right]
    equal(wrong, [], "answers")
    is_well(site)


def no_answer_has_a_header_of_the_question(site, _):
    connection = connect(site)
    connection.sendall(request(site, "/api/v1/games?player=a%0d%0aSet-Cookie:%20x=1", "Connection: close"))
    answer = b""
    while part := connection.recv(65536):
        answer += part
    holds(b"x=1" not in answer.split(b"\r\n\r\n")[0], "a header that was injected")


def no_parameter_reads_a_file(site, _):
    """Each parameter of each address names a file in every way that the command line knows."""
    marker = "of-the-machine-7"
    path = os.path.join(site.folder, "private.txt")
    with open(path, "w", encoding="ascii") as file:
        file.write(marker)
    asked = 0
    for address, methods in site.get("openapi.json")["paths"].items():
        for parameter in methods.get("get", {}).get("parameters", []):
            if parameter["in"] != "query":
                continue
            for value in (path, "@" + path, "-", "file:" + path):
                target = f"{address.replace('{id}', '1')}?{parameter['name']}={urllib.parse.quote(value)}"
                connection = connect(site)
                connection.sendall(request(site, target, "Connection: close"))
                answer = b""
                while part := connection.recv(65536):
                    answer += part
                connection.close()
                holds(marker.encode() not in answer, f"{target} reads a file")
                asked += 1
    holds(asked > 500, f"{asked} parameters were tried")
    for name in ("ids", "not_ids"):
        for value in ("@" + path, "-"):
            equal(send(site, request(site, f"/api/v1/games?{name}={value}")), 400, f"{name}={value}")


def drip_300(site, _):
    """Connections that send a byte now and then do not keep others out; a head must be whole within 3 seconds."""
    drips = []
    head = request(site, "/api/v1/health", "X: " + "a" * 200)
    for _ in range(300):
        try:
            drips.append(connect(site))
        except OSError:
            pass
    beside = 0
    for at in range(12):
        for connection in drips:
            try:
                connection.send(head[at : at + 1])
            except OSError:
                pass
        time.sleep(0.1)
        is_well(site)
        beside += any(map(is_open, drips))
    holds(beside, "an ordinary request is answered while they drip")
    end = time.monotonic() + 10
    while any(map(is_open, drips)):
        holds(time.monotonic() < end, "connections without a whole head are closed")
        time.sleep(0.1)
    for connection in drips:
        connection.close()


def flood_of_connections(site, _):
    waiting = []
    for _ in range(500):
        try:
            waiting.append(connect(site))
        except OSError:
            pass
    is_well(site)
    for connection in waiting:
        connection.close()
    site.keeps_small()


def slow_reader(site, _):
    """Clients that do not read a stream keep neither memory nor the quick questions."""
    script = "/api/v1/games.pgn?sort=date"
    readers = []
    for _ in range(4):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", port_of(site)))
        connection.sendall(request(site, script))
        readers.append(connection)
    for _ in range(5):
        is_well(site)
    for connection in readers:
        connection.close()
    site.keeps_small()


def half_closed(site, _):
    """A client that will send nothing more may still read; it is answered or left, but not waited for."""
    connection = connect(site)
    connection.sendall(request(site, "/api/v1/health"))
    connection.shutdown(socket.SHUT_WR)
    connection.settimeout(30)
    try:
        while connection.recv(65536):
            pass
    except socket.timeout:
        raise Failure("the connection stays open") from None
    finally:
        connection.close()
    is_well(site)


def huge_answer(site, _):
    connection = connect(site)
    connection.sendall(request(site, "/api/v1/games.pgn", "Connection: close"))
    taken = 0
    while part := connection.recv(1 << 16):
        taken += len(part)
    expected = len(site.run("export", site.database).encode())
    holds(expected <= taken < expected * 1.1 + 2000, f"{taken} bytes with chunks, {expected} without")
    site.keeps_small()


def many_at_once(site, _):
    faults = []

    def ask():
        for target in ("/api/v1/games?limit=5", "/api/v1/games/1", "/api/v1/tree", "/") * 5:
            status = send(site, request(site, target, "Connection: close"))
            if status not in (200, 503):
                faults.append((target, status))

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    equal(faults, [], "answers to 16 clients")


def descriptors_are_given_back(site, _):
    end = time.monotonic() + 10
    while (count := len(os.listdir(f"/proc/{site.process.pid}/fd"))) >= 60:
        holds(time.monotonic() < end, f"{count} descriptors are open")
        time.sleep(0.1)


main([sixty_requests, no_answer_has_a_header_of_the_question, no_parameter_reads_a_file, drip_300, flood_of_connections, slow_reader, half_closed, huge_answer, many_at_once,
      descriptors_are_given_back], with_browser=False)
