"""What programs that ask the server rely on: answers are those of the commands, byte for byte, and complete."""

import json
import urllib.error
import urllib.parse
import urllib.request

from harness import equal, holds, main


def answer(site, path, **parameters):
    """Returns status and body of an answer."""
    query = urllib.parse.urlencode(parameters, doseq=True)
    try:
        with urllib.request.urlopen(f"{site.address}/api/v1/{path}{'?' if query else ''}{query}") as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def pattern_lines_are_those_of_search(site, _):
    for script in ("mate", "mate R attacks k", 'sort "pawns" P check', "btm stalemate"):
        status, text = answer(site, "cql", cql=script)
        lines = text.splitlines()
        games = [line for line in lines if '"id":' in line]
        equal(status, 200, script)
        equal(games, site.run("search", site.database, "--cql", script, "--ndjson").splitlines(), script)
        equal(json.loads(lines[-1])["games"], len(games), script)
        equal(json.loads(lines[-1])["complete"], True, script)
    holds(any("id" in json.loads(line) for line in answer(site, "cql", cql="mate")[1].splitlines()), "no mate")


def patterns_of_camelot_are_found(site, _):
    lines = answer(site, "cql", cql="charge", game="camelot")[1].splitlines()
    found = site.run("search", site.database, "--game", "camelot", "--pattern", "charge", "--ndjson").splitlines()
    equal(lines[:-1], found, "games")
    holds(len(found) > 0, "no charge")


def a_page_of_a_pattern_says_that_there_are_more(site, _):
    lines = [json.loads(line) for line in answer(site, "cql", cql="mate", limit=2)[1].splitlines()]
    equal([len(lines), lines[-1]["games"], lines[-1]["complete"]], [3, 2, False], "two games of many")
    more = [json.loads(line) for line in answer(site, "cql", cql="mate", page_after=lines[1]["id"])[1].splitlines()]
    whole = [json.loads(line) for line in answer(site, "cql", cql="mate")[1].splitlines()]
    equal([game["id"] for game in (lines[:2] + more) if "id" in game], [game["id"] for game in whole if "id" in game], "pages")


def a_fault_of_a_pattern_has_its_place(site, _):
    def fault(script):
        status, text = answer(site, "cql", cql=script)
        equal(status, 400, script)
        return json.loads(text)["at"]

    equal(fault("mat"), {"parameter": "cql", "line": 1, "column": 1, "width": 3}, "unknown word")
    equal(fault('mate\n initial (readfile "/etc/passwd") ~~ "x"'), {"parameter": "cql", "line": 2, "column": 11, "width": 8}, "readfile")
    equal(fault('mate writefile("a" "b")'), {"parameter": "cql", "line": 1, "column": 6, "width": 9}, "writefile")
    status, text = answer(site, "games", after="1. e4 Qd4")
    equal([status, json.loads(text)["at"]], [400, {"parameter": "after", "line": 1, "column": 7, "width": 3}], "a move")


def streams_of_games_are_those_of_search_and_export(site, _):
    for words in ({}, {"player": "morphy"}, {"pieces": "Pd4 nd5", "notation": "cy"}, {"sort": "-date", "limit": 3}, {"game": "camelot", "notation": "ar"}):
        arguments = [part for key, value in words.items() for part in (f"--{key}", str(value))]
        for ending, command in (("pgn", ("export",)), ("ndjson", ("search", "--ndjson")), ("csv", ("search", "--csv"))):
            status, text = answer(site, f"games.{ending}", **words)
            equal(status, 200, ending)
            equal(text, site.run(command[0], site.database, *command[1:], *arguments), f"{ending} {words}")
    holds(answer(site, "games.pgn", layout="columns", limit=1)[1] == site.run("export", site.database, "--layout", "columns", "--limit", "1"), "columns")
    equal(answer(site, "games.csv", player="nobody at all")[0], 200, "no game")
    equal(answer(site, "games.ndjson", sort="colour")[0], 400, "a fault before the first byte")


def diagrams_are_those_of_show(site, _):
    def shown(*arguments):
        return site.run("show", site.database, *arguments, "--ply", "0", "--format", "svg")

    chess = next(game["id"] for game in site.get("games?game=chess&limit=1")["games"])
    camelot = next(game["id"] for game in site.get("games?game=camelot&limit=1")["games"])
    equal(answer(site, "board.svg", notation="ar")[1], shown(str(chess), "--notation", "ar"), "chess, in Arabic")
    holds("أ" in answer(site, "board.svg", notation="ar")[1], "files are Arabic")
    equal(answer(site, "board.svg", game="camelot", flip="true", notation="en")[1], shown(str(camelot), "--flip", "--notation", "en"), "Camelot")
    holds("<text" not in answer(site, "board.svg", no_names="true")[1], "no names")
    equal(answer(site, "board.svg", position="8/8/8/9/8/8/8/8 w")[0], 400, "no position")


def a_pattern_that_takes_too_long_says_so(site, _):
    lines = answer(site, "cql", cql="x=0 while (x < 900000) {x += 1} x==1", timeout=0.2)[1].splitlines()
    end = json.loads(lines[-1])
    equal([end["complete"], end["detail"]], [False, "stopped after 0.2 seconds"], "the end")


main([value for name, value in list(globals().items()) if callable(value) and getattr(value, "__module__", "") == "__main__" and name not in ("answer",)],
     with_browser=False)
