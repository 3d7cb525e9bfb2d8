"""Two shards of two replicas: the answers of the database, whichever replicas are there; none is smaller while one lags behind."""

import time

from harness import Failure, equal, holds, main

questions = (("search", "--count"), ("search", "--csv"), ("search", "--fen", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -", "--csv"), ("search", "--pieces", "Pd4 nd5", "--csv"),
             ("search", "--material", "KRP v KR", "--count"), ("search", "--player", "anderssen", "--csv"), ("tree", "--csv"), ("stats", "--json"))


def answers(cluster, place):
    """Returns the code and the output of each question, without the name of the place."""
    found = {}
    for command, *options in questions:
        code, output, _ = cluster.any(command, place, *options)
        found[" ".join((command, *options))] = code, output.replace(place, "DB")
    return found


def asked_of(server):
    return f"clickhouse://127.0.0.1:{server.http}/replicated"


def all_answer(cluster, expected, when, lost=None):
    """Asks the servers that are there."""
    for i, server in enumerate(cluster.servers):
        if server is lost:
            continue
        found = answers(cluster, asked_of(server))
        equal([question for question in expected if found[question] != expected[question]], [], f"wrong answers of server {i}, {when}")


def wait_until_up_to_date(server):
    """Waits for a server that was started again: it takes part when the session of the one that was killed is over."""
    for _ in range(300):
        if int(server.ask("SELECT max(absolute_delay) FROM system.replicas")) < 10:
            return
        time.sleep(0.1)
    raise Failure(f"the replica at {server.http} does not come back")


def every_replica_answers_as_the_database_does(cluster):
    address = cluster.create("replicated")
    cluster.load(address, options=["--with-text"])
    for server in cluster.servers:
        holds(int(server.ask("SELECT count() FROM replicated.game")) > 0, "each replica has games")
    all_answer(cluster, answers(cluster, cluster.database), "all of them there")


def a_replica_that_is_gone_changes_no_answer(cluster):
    expected = answers(cluster, cluster.database)
    for i, lost in enumerate(cluster.servers):
        lost.kill()
        all_answer(cluster, expected, f"without server {i}", lost)
        lost.start()
        wait_until_up_to_date(lost)
    all_answer(cluster, expected, "all of them back")


def a_load_waits_for_all_replicas(cluster):
    before = answers(cluster, cluster.database)
    cluster.run("set", cluster.database, "1", "White=Lasker, Emanuel", "--yes")
    after = answers(cluster, cluster.database)
    holds(before != after, "the database has changed")
    lagging = cluster.servers[1]
    lagging.ask("SYSTEM STOP FETCHES replicated.game")
    code, _, messages = cluster.any("load", cluster.address("replicated", "?timeout=3"), cluster.database, "--with-text")
    equal(code, 5, messages)
    for server in cluster.servers:
        for question, found in answers(cluster, asked_of(server)).items():
            holds(found[0] == 5 or found in (before[question], after[question]), question)
    lagging.ask("SYSTEM START FETCHES replicated.game")
    cluster.load(cluster.address("replicated"), options=["--with-text"])
    all_answer(cluster, after, "loaded again")


if __name__ == "__main__":
    main((every_replica_answers_as_the_database_does, a_replica_that_is_gone_changes_no_answer, a_load_waits_for_all_replicas), replicas=2)
