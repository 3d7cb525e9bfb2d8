"""Asks the questions of tests/sqlite/questions of the database and of two servers that it was loaded into: the same bytes."""

import itertools
import os
import shlex

from harness import Failure, equal, holds, main


def questions(cluster):
    with open(os.path.join(cluster.root, "tests", "sqlite", "questions"), encoding="utf-8") as file:
        asked = [shlex.split(line)[1:] for line in file if line.strip() and not line.startswith("#")]
    return [words for words in asked if not (words[0] == "tree" and "--lines" in words)]  # servers count main lines


def the_same(cluster, address, command, *arguments):
    """Runs a command on the database and on servers; returns what is wrong."""
    return _both(cluster, cluster.database, address, command, *arguments)


def _both(cluster, database, address, command, *arguments):
    expected, found = (cluster.any(command, place, *arguments)[:2] for place in (database, address))
    holds(expected[0] in (0, 1), f"{shlex.join((command, *arguments))} is answered")
    return [] if expected == found else [f"{shlex.join((command, *arguments))}:\n  found    {found}\n  expected {expected}"]


def servers_answer_as_the_database_does(cluster):
    address = cluster.create("equal")
    cluster.load(address, options=["--with-text"])
    for server in cluster.servers:
        holds(int(server.ask("SELECT count() FROM equal.game")) > 0, "each shard has games")
    asked = questions(cluster)
    wrong = [line for words in asked for format_ in ("--json", "--csv") for line in the_same(cluster, address, *words, format_)]
    wrong += [line for words in asked if words[0] == "search" and not {"--limit", "--page-after"} & set(words)
              for line in the_same(cluster, address, *words, "--count")]
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
    wrong += [line for arguments in ([], ["--json"], ["--format", "uci"], ["--notation", "cy"], ["--rows", "plies"], ["--pieces", "Pd4 nd5"],
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
    wrong = [line for pattern in patterns for options in (["--csv"], ["--count"], ["--player", "capablanca", "--csv"])
             for line in the_same(cluster, address, "search", "--game", "chess", "--cql", pattern, *options)]
    equal(wrong, [], "patterns")


def many_games(path):
    """Writes 3,104 games with the same openings: positions of many games, some of which come to one again."""
    plies = (("e4", "d4", "c4", "g3"), ("e6", "d6", "c6", "g6"), ("Nc3", "Nf3", "a3", "h3"), ("Nf6", "a6", "h6", "Na6"))
    games = ["1. {} {} 2. {} {}".format(*moves) for moves in itertools.product(*plies)] * 12
    games += [f"1. Nf3 Nf6 2. Ng1 Ng8 3. {move}" for move in ("e4", "Nf3") for _ in range(16)]
    with open(path, "w", encoding="ascii") as file:
        for i, moves in enumerate(games):
            result = ("1-0", "0-1", "1/2-1/2", "*")[i * 7 % 11 % 4]
            tags = {"White": f"White {i % 97}", "Black": f"Black {i % 89}", "Date": "????.??.??" if i % 5 == 0 else f"{1900 + i % 120}.01.02", "Result": result}
            if i % 3:
                tags |= {"WhiteElo": 5000 if i % 50 == 0 else 2000 + i % 700, "BlackElo": 2100 + i % 500}
            file.write("".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves} {result}\n\n")
    return path


def trees_of_many_games_are_the_same(cluster, address, database):
    """Returns what is wrong with trees of a database of many_games()."""
    wrong = [line for after in ("", "1. e4", "1. e4 e6", "1. Nf3", "1. Nf3 Nf6 2. Ng1 Ng8", "1. c4 g6 2. h3", "1. a3") for options in ([], ["--min-elo", "2300"])
             for line in _both(cluster, database, address, "tree", *(["--after", after] if after else []), *options, "--json")]
    return wrong + [line for words in (["--fen", "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR"], ["--pieces", "Pe4"], ["--cql", "Pe4 pe6"], ["--material", "KQRRBBNNP* v KQRRBBNNP*"], ["--result", "1-0"])
                    for line in _both(cluster, database, address, "search", *words, "--csv")]


def what_many_games_have_is_added_up_by_the_load(cluster):
    database = cluster.make("many.db", many_games(os.path.join(cluster.folder, "many.pgn")))
    address = cluster.create("many")
    cluster.load(address, database)
    for server in cluster.servers:
        holds(int(server.ask("SELECT count() FROM many.total")) > 0, "each shard has totals")
        holds(int(server.ask("SELECT uniq(key) FROM many.total")) < int(server.ask("SELECT uniq(key) FROM many.pos")), "not of all positions")
    equal(trees_of_many_games_are_the_same(cluster, address, database), [], "with totals")
    # A second chunk, none of whose positions many games have, behind a gap of ids.
    cluster.load(address, database, cluster.database)
    both = cluster.make("both.db", os.path.join(cluster.folder, "many.pgn"), os.path.join(cluster.root, "sample-data"))

    def trees_of_both():
        return [line for after in ("1. e4", "1. Nf3 Nf6", "1. c4") for line in _both(cluster, both, address, "tree", "--after", after, "--json")]

    equal(trees_of_both(), [], "with totals of one database")
    for words in (["--pieces", "Pe4"], ["--cql", "Pe4"], ["--min-plies", "1"]):
        equal(*(len(cluster.run("search", place, *words, "--csv").splitlines()) for place in (address, both)), shlex.join(words))
    # A shard that lost some of its totals would give a smaller answer.
    server = cluster.servers[1]
    server.ask("CREATE TABLE many.kept AS many.total")
    server.ask("INSERT INTO many.kept SELECT * FROM many.total WHERE move % 2 = 0")
    server.ask("ALTER TABLE many.total REPLACE PARTITION 0 FROM many.kept")
    cluster.refused("tree", address, parts=["chunk 0 is incomplete", "total"])
    cluster.load(address, database)
    equal(trees_of_both(), [], "loaded again")


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
          patterns_whose_pieces_are_looked_up_first_are_the_same, what_many_games_have_is_added_up_by_the_load, the_first_ids_stay_and_others_begin_behind))
