"""The page and the API answer for two servers as for the database that was loaded, and so does `stats`."""

import json
import signal
import subprocess
import urllib.error
import urllib.request

from harness import Failure, equal, holds, main

# Asked of the API, from examples of each address and what the page asks: the same body, or where it says so the sentence of a refusal.
questions = ["games?limit=20", "games?limit=5&page_after=9", "games?player=lasker", "games?after=1.%20e4%20e5&limit=10", "games?moves=1.%20d4&sort=date",
             "games?pieces=Pd4%20nd5", "games?material=KQ%20v%20K", "games?random=5&seed=2", "games/count", "games/count?player=anderssen", "games/count?fen=8/8/8/8/8/8/8/8%20w%20-%20-",
             "games/count?game=camelot", "games/facets?player=fischer", "games/facets", "games.pgn?limit=3", "games.ndjson?limit=3", "games.csv?limit=3", "games/36", "games/36?notation=cy", "games/1",
             "games/36.pgn", "games/36/source", "games/9999", "tree", "tree?after=1.%20e4", "tree?game=camelot", "tree?player=lasker", "moves?after=1.%20e4",
             "board.svg?after=1.%20e4", "players?limit=200", "players?find=Anderssen", "players?find=%D8%A8", "notations", "cql?cql=mate&limit=3", "cql?cql=NC6&game=camelot&limit=3",
             "cql?cql=nonsense", "openapi.json"]
of_the_file = ["problems", "corrections", "compare?ids=1,11", "players/figures?name=morphy", "games/36/source?before=1"]


class Serving:
    """`cofnod serve` of a database or an address."""

    def __init__(self, cluster, database):
        # pylint: disable=consider-using-with  # it outlives this function
        self.process = subprocess.Popen([cluster.cofnod, "serve", database], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=cluster.environment)
        self.address = self.process.stdout.readline().strip()
        holds(self.address.startswith("http://"), "it serves")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def ask(self, path):
        """Returns status, type and body of an answer."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=60) as answer:
                return answer.status, answer.headers["Content-Type"], answer.headers.get("Link", "").replace(self.address, ""), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers["Content-Type"], "", error.read().decode()


def lines(body):
    """Lines of an answer; a search by CQL says how far it is, which only the file's does."""
    return [line for line in body.splitlines() if '"done"' not in line]


def pages_of_servers_are_those_of_the_database(cluster):
    address = cluster.create("pages")
    cluster.load(address, options=["--with-text"])
    wrong = []
    with Serving(cluster, cluster.database) as file, Serving(cluster, address) as servers:
        for question in questions:
            expected, found = (place.ask("api/v1/" + question) for place in (file, servers))
            if expected[0] not in (200, 400, 404) or expected[:2] != found[:2] or lines(expected[3]) != lines(found[3]):
                wrong.append(f"{question}:\n  found    {found}\n  expected {expected}"[:1500])
            if not question.startswith("players"):  # pages of players begin behind one, who has another number here
                equal(found[2], expected[2], question)
        for page in ("", "games/36", "players", "openings", "search", "database"):
            equal(servers.ask(page)[:2], file.ask(page)[:2], page)
        for question in of_the_file:
            status, _, _, body = servers.ask("api/v1/" + question)
            equal((status, json.loads(body)["detail"]), (501, "this is not on the servers"), question)
    if wrong:
        raise Failure(f"{len(wrong)}:\n" + "\n".join(wrong))


def the_database_at_a_glance_is_the_same(cluster):
    address = f"clickhouse://127.0.0.1:{cluster.servers[1].http}/pages"  # without a comma, which CSV would quote
    for format_ in ("--json", "--csv", "--table"):
        expected, found = (cluster.run("stats", place, format_).replace(place, "DB") for place in (cluster.database, address))
        equal(found, expected, format_)
    with Serving(cluster, cluster.database) as file, Serving(cluster, address) as servers:
        for question, name in (("database", "database"), ("health", "database")):
            expected, found = (json.loads(place.ask("api/v1/" + question)[3]) for place in (file, servers))
            equal({**found, name: ""}, {**expected, name: ""}, question)


def two_databases_are_one_at_a_glance(cluster):
    other = cluster.make("one.db", f"{cluster.root}/sample-data/chess/cy")
    address = cluster.create("two_glances")
    cluster.load(address, cluster.database, other)
    both, first, second = (json.loads(cluster.run("stats", place, "--json")) for place in (address, cluster.database, other))
    for name in ("games", "complete", "incomplete", "rejected", "plies"):
        equal(both[name], first[name] + second[name], name)
    equal(both["longest"], max(first["longest"], second["longest"]), "longest")
    for name in ("players", "events", "sites"):
        equal((name, both[name]), (name, first[name]), f"{name}: those of the second are among those of the first")
    equal(both["results"], {name: count + second["results"].get(name, 0) for name, count in first["results"].items()}, "results")
    equal(len(both["sources"]), len(first["sources"]) + len(second["sources"]), "sources")


def what_was_not_loaded_to_its_end_is_not_summed_up(cluster):
    address = cluster.create("half_a_glance")
    cluster.load(address)
    cluster.run("stats", address)
    for server in cluster.servers:
        server.ask("DROP TABLE half_a_glance.about")
        server.ask("CREATE TABLE half_a_glance.about AS pages.about ENGINE = MergeTree ORDER BY (database, state)")
    cluster.refused("stats", address, parts=["does not say what it contains", "cofnod load"])
    cluster.load(address)
    cluster.run("stats", address)


def servers_are_checked_and_not_written_to(cluster):
    address = cluster.address("pages")
    cluster.run("serve", "--check", address)
    cluster.refused("serve", "--write", address, parts=["games on servers cannot be corrected", "cofnod load"], code=2)
    cluster.refused("serve", cluster.address("nothing"), parts=["cofnod schema clickhouse nothing"])


if __name__ == "__main__":
    main((pages_of_servers_are_those_of_the_database, the_database_at_a_glance_is_the_same, two_databases_are_one_at_a_glance,
          what_was_not_loaded_to_its_end_is_not_summed_up, servers_are_checked_and_not_written_to))
