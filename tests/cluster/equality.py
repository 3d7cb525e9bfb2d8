"""Asks the questions of tests/sqlite/questions of the database and of two servers that it was loaded into: the same bytes."""

import os
import shlex

from harness import Failure, equal, holds, main


def questions(cluster):
    with open(os.path.join(cluster.root, "tests", "sqlite", "questions"), encoding="utf-8") as file:
        return [shlex.split(line)[1:] for line in file if line.strip() and not line.startswith("#")]


def the_same(cluster, address, command, *arguments):
    """Runs a command on both; returns what is wrong."""
    expected, found = (cluster.any(command, place, *arguments)[:2] for place in (cluster.database, address))
    return [] if expected == found else [f"{shlex.join((command, *arguments))}:\n  found    {found}\n  expected {expected}"]


def servers_answer_as_the_database_does(cluster):
    address = cluster.create("equal")
    cluster.load(address, options=["--with-text"])
    for server in cluster.servers:
        holds(int(server.ask("SELECT count() FROM equal.game")) > 0, "each shard has games")
    asked = questions(cluster)
    wrong = [line for words in asked for format_ in ("--json", "--csv") for line in the_same(cluster, address, *words, format_)]
    wrong += [line for words in asked if words[0] == "search" for line in the_same(cluster, address, *(word for word in words), "--count")
              if "--limit" not in words]
    if wrong:
        raise Failure(f"{len(wrong)}:\n" + "\n".join(wrong))
    holds(len(asked) >= 60, "60 questions are asked")
    print(f"        {len(asked)} questions")


def what_is_sorted_drawn_or_unique_is_the_same(cluster):
    address = cluster.address("equal")
    wrong = [line for words in (["--sort", "date"], ["--sort", "elo,white", "--reverse"], ["--random", "9", "--seed", "3"], ["--unique"],
                                ["--pieces", "Pd4", "--sort", "plies", "--limit", "7"])
             for line in the_same(cluster, address, "search", *words)]
    equal(wrong, [], "sorted")


def games_are_shown_and_exported_as_the_database_does(cluster):
    address = cluster.address("equal")
    ids = [line.split(",")[0] for line in cluster.run("search", cluster.database, "--csv").splitlines()[1:]]
    wrong = [line for game in ids for arguments in ([game], [game, "--json"], [game, "--source"])
             for line in the_same(cluster, address, "show", *arguments)]
    wrong += [line for arguments in ([], ["--json"], ["--format", "uci"], ["--notation", "cy"], ["--positions"], ["--pieces", "Pd4 nd5"],
                                     ["--citations"], ["--player", "lasker", "--reduced"])
              for line in the_same(cluster, address, "export", *arguments)]
    if wrong:
        raise Failure(f"{len(wrong)}:\n" + "\n".join(wrong)[:3000])


def a_script_from_a_file_is_the_same(cluster):
    script = os.path.join(cluster.folder, "mates.cql")
    with open(script, "w", encoding="utf-8") as file:
        file.write('cql() mate R attacks k sort "plies" position number\n')
    expected, found = (cluster.any("cql", script, place, "--json")[:2] for place in (cluster.database, cluster.address("equal")))
    equal(found, expected, "cql")


def patterns_whose_pieces_are_looked_up_first_are_the_same(cluster):
    """The stays of pieces leave few games; what they leave out must not match."""
    patterns = ["Pd4 nd5", "Pe4", "Pe4 pe5 Nf3", "R[b,g]1", "Bg5 attacks nf6", "Pd4 | nd5", "not Pd4", "{Qh5 check}", "Rd8 mate", "flip Bg5 attacks nf6", "Pe2", "Pe5 btm",
                "[NB]g5 attacks k", "Kg1 Rf1 nf6", "Kg1 Rf1 nf6 ke8 Pe4 pd6", "light Bc4", "_e2 Pe4", "find Nf7", "K == 1 Nf7", "Pe4 message \"found\""]
    address = cluster.address("equal")
    wrong = [line for pattern in patterns for options in (["--csv"], ["--count"], ["--player", "morphy", "--csv"])
             for line in the_same(cluster, address, "search", "--game", "chess", "--cql", pattern, *options)]
    equal(wrong, [], "patterns")


def the_first_ids_stay_and_others_begin_behind(cluster):
    other = cluster.make("other.db", os.path.join(cluster.root, "sample-data"))
    address = cluster.create("two_databases")
    cluster.load(address, cluster.database, other)
    here = int(cluster.run("search", cluster.database, "--count"))
    equal(int(cluster.run("search", address, "--count")), 2 * here, "games of both")
    ids = [int(line.split(",")[0]) for line in cluster.run("search", address, "--csv").splitlines()[1:]]
    equal(sorted(game % 2**40 for game in ids), sorted(2 * [game for game in ids if game < 2**40]), "ids")
    equal(cluster.run("tree", address, "--json") != cluster.run("tree", cluster.database, "--json"), True, "trees")


if __name__ == "__main__":
    main((servers_answer_as_the_database_does, what_is_sorted_drawn_or_unique_is_the_same,
          games_are_shown_and_exported_as_the_database_does, a_script_from_a_file_is_the_same,
          patterns_whose_pieces_are_looked_up_first_are_the_same, the_first_ids_stay_and_others_begin_behind))
