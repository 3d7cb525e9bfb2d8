"""Several at once: questions beside imports, long questions beside short ones, clients that leave, a database that is replaced."""

import json
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from harness import Failure, Site, equal, holds, long_archive, main

# A loop of nearly a million rounds at each position: longer than any test waits.
endless = "/api/v1/cql?cql=x=0%20while%20(x%3C900000)%20%7Bx%20%2B=%201%7D%20x==1"


def ask(site, target):
    with urllib.request.urlopen(site.address + target, timeout=20) as answer:
        return answer.read()


def begin(site, target, buffer=None):
    """Sends a question, and returns the connection."""
    connection = socket.socket()
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.connect(("127.0.0.1", int(site.address.rsplit(":", 1)[1])))
    connection.sendall(f"GET {target} HTTP/1.1\r\nHost: {site.address[7:]}\r\n\r\n".encode())
    return connection


def cpu(site):
    """Returns the time that the server has run, in seconds."""
    with open(f"/proc/{site.process.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_busy(site, seconds=5.0):
    before, end = cpu(site), time.monotonic() + seconds
    while cpu(site) < before + 0.1:
        holds(time.monotonic() < end, "the question is not being answered")
        time.sleep(0.01)


def wait_until_idle(site):
    """Waits until the server does nothing for a third of a second."""
    end, before = time.monotonic() + 20, cpu(site)
    while True:
        time.sleep(0.3)
        now = cpu(site)
        if now - before <= 0.01:
            return
        holds(time.monotonic() < end, "the server is still busy")
        before = now


def answers_beside_25_imports_are_those_of_a_fresh_process(site, _):
    faults, ends = [], threading.Event()

    def keep_asking():
        while not ends.is_set():
            for target in ("/api/v1/games?limit=3", "/api/v1/games/count", "/api/v1/tree", "/api/v1/games/1"):
                try:
                    json.loads(ask(site, target))
                except (urllib.error.URLError, OSError, ValueError) as error:
                    faults.append(f"{target}: {error}")

    askers = [threading.Thread(target=keep_asking) for _ in range(2)]
    for asker in askers:
        asker.start()
    wrong = []
    try:
        for at in range(25):
            path = os.path.join(site.folder, f"one{at}.pgn")
            with open(path, "w", encoding="ascii") as file:
                file.write(f'[White "Number {at}"]\n[Black "Other"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n')
            site.run("import", "--quiet", site.database, path)
            for target, command in (("games/count", ("search", "--count")), ("tree?after=1.%20e4%20e5", ("tree", "--after", "1. e4 e5"))):
                found = ask(site, f"/api/v1/{target}").decode()
                expected = site.run(command[0], site.database, *command[1:], "--json")
                if found != expected:
                    wrong.append(f"round {at}, {target}: {found[:200]} instead of {expected[:200]}")
    finally:
        ends.set()
        for asker in askers:
            asker.join()
    equal(wrong, [], "answers after an import")
    equal(faults[:3], [], "answers meanwhile")


def is_unanswered(connection):
    """Returns true if nothing has come, and the server has not closed it."""
    return not select.select([connection], [], [], 0)[0]


def long_questions_do_not_delay_short_ones(site, _):
    """While two run, and go on to run, each short one is answered."""
    long = [begin(site, endless), begin(site, endless)]
    wait_until_busy(site)
    for _ in range(60):
        ask(site, "/api/v1/games?limit=20")
    equal([is_unanswered(connection) for connection in long], [True, True], "the long questions go on")
    wait_until_busy(site)
    for connection in long:
        connection.close()


def a_long_question_too_many_is_told_to_come_again(site, _):
    """At once if the queue is full; otherwise when it has waited for two seconds."""
    long = [begin(site, endless) for _ in range(2)]
    wait_until_busy(site)
    start = time.monotonic()
    waiting = [begin(site, endless) for _ in range(5)]
    told = []
    while len(told) < 5:
        for connection in select.select(waiting, [], [], 30)[0]:
            told.append((time.monotonic() - start, connection.recv(65536)))
            waiting.remove(connection)
    for _, answer in told:
        holds(b" 503 " in answer[:20] and b"Retry-After: 2\r\n" in answer, f"{answer[:200]}")
    holds(all(after > 1.9 for after, _ in told[1:]), f"four wait for two seconds: {[after for after, _ in told]}")
    equal([is_unanswered(connection) for connection in long], [True, True], "those before them go on")
    for connection in long:
        connection.close()


def a_job_ends_when_its_client_goes(site, _):
    for target in (endless, "/api/v1/games.pgn?sort=-date", "/api/v1/games.csv?unique=true"):
        connection = begin(site, target, buffer=4096)
        if target == endless:
            wait_until_busy(site)
        else:
            time.sleep(0.05)
        connection.close()
        left = cpu(site)
        wait_until_idle(site)
        holds(cpu(site) - left <= 0.15, f"{target} ran {cpu(site) - left:.2f} cpu-s after its client went")


def a_client_that_does_not_read_costs_no_memory_and_no_time(site, _):
    readers = [begin(site, "/api/v1/games.pgn", buffer=4096) for _ in range(2)]
    wait_until_idle(site)
    equal([not is_unanswered(connection) for connection in readers], [True, True], "the beginning has come")
    site.keeps_small()
    equal(json.loads(ask(site, "/api/v1/games/count"))["count"] > 4000, True, "another question")
    for connection in readers:
        connection.close()


def a_slow_reader_gets_all(site, _):
    connection = begin(site, "/api/v1/games.ndjson?limit=1500", buffer=4096)
    taken = b""
    while not taken.endswith(b"\r\n0\r\n\r\n"):
        part = connection.recv(4096)
        holds(part, "the stream was cut short")
        taken += part
        if len(taken) % 5 == 0:
            time.sleep(0.001)
    connection.close()
    equal(taken.count(b'"id":'), 1500, "games")


def database_replaced_by_another_file(site, _):
    other = os.path.join(site.folder, "other.db")
    small = os.path.join(site.folder, "small.pgn")
    with open(small, "w", encoding="ascii") as file:
        file.write('[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 *\n')
    site.run("import", "--quiet", other, small)
    before = json.loads(ask(site, "/api/v1/games/count"))["count"]
    for leftover in ("-wal", "-shm"):
        if os.path.exists(site.database + leftover):
            os.remove(site.database + leftover)
    os.replace(other, site.database)
    equal([before > 4000, json.loads(ask(site, "/api/v1/games/count"))["count"]], [True, 1], "games before and after")
    os.remove(site.database)
    try:
        ask(site, "/api/v1/games/count")
        raise Failure("a database that is gone is answered from")
    except urllib.error.HTTPError as error:
        holds(error.code >= 500, f"{error.code}")


def ctrl_c_lets_questions_end(site, _):
    """Runs last: it ends the server."""
    shutil.copy(site.spare, site.database)
    connection = begin(site, "/api/v1/games.pgn?limit=300", buffer=4096)
    idle = begin(site, "/api/v1/health")
    idle.recv(65536)
    site.process.send_signal(signal.SIGINT)
    taken = b""
    while part := connection.recv(1 << 16):
        taken += part
    equal(taken.endswith(b"\r\n0\r\n\r\n"), True, "the stream was sent to its end")
    equal(site.process.wait(10), 0, "exit code")


def end_beside_an_endless_question(site, _):
    site.process = process = site.serve(site.cofnod)
    site.address = process.address
    connection = begin(site, endless)
    wait_until_busy(site)
    process.send_signal(signal.SIGTERM)
    equal(process.wait(20), 0, "exit code")
    connection.close()


def what_was_written_meanwhile_is_in_the_file(site, _):
    for leftover in ("-wal", "-shm"):
        if os.path.exists(site.database + leftover):
            os.remove(site.database + leftover)
    shutil.copy(site.spare, site.database)
    site.process = process = site.serve(site.cofnod)
    site.address = process.address
    json.loads(ask(site, "/api/v1/games/count"))
    site.run("set", site.database, "1", "White=Written Meanwhile")
    process.send_signal(signal.SIGINT)
    equal(process.wait(20), 0, "exit code")
    alone = os.path.join(site.folder, "alone.db")
    shutil.copy(site.database, alone)
    equal(site.run("search", alone, "--white", "Written Meanwhile", "--count").strip(), "1", "games in a copy of the file")


class BusySite(Site):
    def __init__(self, cofnod, root):
        folder = tempfile.mkdtemp(prefix="cofnod-web-")
        super().__init__(cofnod, root, os.path.join(root, "sample-data"), long_archive(folder))
        shutil.rmtree(folder)
        self.spare = self.database + ".spare"
        shutil.copy(self.database, self.spare)


def a_signal_ends_a_check(site, _):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for delay in (0.02, 0.06, 0.1, 0.15):
            check = subprocess.Popen([site.cofnod, "serve", site.database, "--check"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(delay)
            check.send_signal(number)
            code = check.wait(timeout=20)
            holds(code in (0, -number, 128 + number), f"{number} after {delay} s: {code}")


main([answers_beside_25_imports_are_those_of_a_fresh_process, long_questions_do_not_delay_short_ones, a_long_question_too_many_is_told_to_come_again,
      a_job_ends_when_its_client_goes, a_client_that_does_not_read_costs_no_memory_and_no_time, a_slow_reader_gets_all, database_replaced_by_another_file,
      ctrl_c_lets_questions_end, end_beside_an_endless_question, what_was_written_meanwhile_is_in_the_file, a_signal_ends_a_check], with_browser=False, site_of=BusySite)
