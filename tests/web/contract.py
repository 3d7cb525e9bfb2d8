"""What programs that ask the server rely on: answers are those of the commands, byte for byte, and complete."""

import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request

from harness import equal, holds, main, misfits, schema_of


def answer(site, path, /, **parameters):
    """Returns status and body of an answer."""
    query = urllib.parse.urlencode(parameters, doseq=True)
    try:
        with urllib.request.urlopen(f"{site.address}/api/v1/{path}{'?' if query else ''}{query}") as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def documentation(site):
    return json.loads(answer(site, "openapi.json")[1])


def json_is_that_of_the_cli(site, _):
    def same(command, path, **words):
        arguments = [str(part) for key, value in words.items() for part in ([f"--{key.replace('_', '-')}", value] if value is not True else [f"--{key}"])]
        status, text = answer(site, path, **{key: "true" if value is True else value for key, value in words.items()})
        equal([status, text], [200, site.run(command[0], site.database, *command[1:], *arguments, "--json")], f"{path} {words}")

    white = "\u0631\u064a\u062a\u0634\u0627\u0631\u062f"
    for words in ({}, {"player": "morphy"}, {"white": white, "notation": "ar"}, {"pieces": "Pd4 nd5", "limit": 3, "page_after": 4}, {"after": "1. e4 e5"},
                  {"material": "KRP v KR"}, {"sort": "-date,white", "limit": 9}, {"game": "camelot"}, {"written_in": "cy"}, {"player": "nobody at all"}):
        same(("search",), "games", **{"limit": 50, **words})
        if "limit" not in words and "notation" not in words:
            same(("search", "--count"), "games/count", **words)
            same(("search", "--count"), "games/count", unique=True, **words)
    for game in (1, 5, 28):
        same(("show", str(game)), f"games/{game}")
        same(("show", str(game)), f"games/{game}", notation="cy")
        same(("show", str(game), "--source"), f"games/{game}/source")
        equal(answer(site, f"games/{game}.pgn", notation="cy")[1], site.run("export", site.database, "--ids", str(game), "--notation", "cy"), "PGN")
    for words in ({}, {"after": "1. e4 e5", "notation": "cy"}, {"player": "morphy", "limit": 2}, {"game": "camelot"}, {"position": "8/8/8/4k3/8/4K3/8/8 w - - 0 1"}):
        same(("tree",), "tree", **words)
    same(("stats",), "database")
    same(("rejects",), "problems")
    for words in ({"kind": "illegal_move"}, {"source": "camgymeriadau"}, {"state": "rejected", "not_source": "sahifa"}):
        same(("rejects",), "problems", **words)
    equal(answer(site, "problems", all="true", limit=500)[1], site.run("rejects", site.database, "--all", "--json"), "all problems")
    equal(answer(site, "players", limit=500)[1], site.run("players", site.database, "--json"), "players")
    same(("players",), "players", find="morphy")
    equal(answer(site, "players/figures", name="Morphy", together="true")[1], site.run("player", site.database, "Morphy", "--together", "--json"), "player")
    equal(answer(site, "notations")[1], site.run("languages", "--json"), "notations")
    equal(answer(site, "compare", ids="1,2")[1], site.run("compare", site.database, "1", "2", "--json"), "compare")


def every_route_is_in_openapi(site, _):
    document = documentation(site)
    equal(document["openapi"], "3.1.0", "version")
    for path, methods in document["paths"].items():
        for method, about in methods.items():
            holds(about["summary"] and "200" in about["responses"] and "default" in about["responses"], f"{path} is described")
            names = [parameter["name"] for parameter in about.get("parameters", [])]
            equal(sorted(names), sorted(set(names)), f"{path}: parameters")
            if method != "get" or "{" in path:
                continue
            required = {p["name"]: p.get("example") for p in about["parameters"] if p["required"]}
            status, text = answer(site, path.removeprefix("/api/v1/"), **{name: value or "1,2" for name, value in required.items()})
            holds(status in (200, 400, 404) and text, f"{path} answers {status}")
            holds(status != 400 or (json.loads(text)["at"] or {}).get("parameter") in names, f"{path}: {text}")
    equal(answer(site, "nothing")[0], 404, "no route")
    equal(answer(site, "games/1/nothing")[0], 404, "no route below a game")


def the_example_of_every_parameter_is_understood(site, _):
    for path, methods in documentation(site)["paths"].items():
        if "get" not in methods or "{" in path:
            continue
        parameters = methods["get"]["parameters"]
        required = {p["name"]: p.get("example", "1,2") for p in parameters if p["required"]}
        if "name" in required:
            required["together"] = "true"
        needs = {"played": {"cql": "charge"} if "cql" in required else {}, "opponent": {"player": "morphy"}, "not_opponent": {"player": "morphy"}}
        for parameter in parameters:
            if "example" in parameter:
                status, text = answer(site, path.removeprefix("/api/v1/"), **{**required, **needs.get(parameter["name"], {}), parameter["name"]: parameter["example"]})
                holds(status in (200, 404), f"{path} {parameter['name']}={parameter['example']}: {text}")


def shape_of(value):
    """Names and types of an answer; of lists those of all items."""
    if isinstance(value, dict):
        return {name: shape_of(item) for name, item in value.items()}
    if isinstance(value, list):
        whole = None
        for item in value:
            whole = joined(whole, shape_of(item))
        return [whole]
    return {bool: "boolean", int: "number", float: "number", str: "text", type(None): None}[type(value)]


def joined(one, other):
    if isinstance(one, dict) and isinstance(other, dict):
        return {name: joined(one.get(name), other.get(name)) for name in {**one, **other}}
    if isinstance(one, list) and isinstance(other, list):
        return [joined(one[0], other[0])]
    return other if one is None else one


def lost(recorded, found, where):
    """Returns the members of a recorded shape that an answer lacks, or has with another type."""
    if recorded is None or found is None:
        return []
    if type(recorded) is not type(found):
        return [f"{where} is {found}, not {recorded}"]
    if isinstance(recorded, dict):
        return [each for name, shape in recorded.items()
                for each in (lost(shape, found[name], f"{where}.{name}") if name in found else [f"{where}.{name} is gone"])]
    if isinstance(recorded, list):
        return lost(recorded[0], found[0], f"{where}[]")
    return [] if recorded == found else [f"{where} is {found}, not {recorded}"]


asked_of_each_route = {
    "database": {}, "games": {"limit": 40}, "games/count": {}, "games/facets": {}, "games/28": {}, "games/28/source": {}, "tree": {}, "moves": {}, "problems": {"all": "true"},
    "players": {}, "players/figures": {"name": "Morphy", "together": "true"}, "compare": {"ids": "1,2"}, "notations": {}, "health": {},
}


def answers_fit_their_schema(site, _):
    """Every route that answers JSON has one; its members are those of the answer, their types too."""
    document = documentation(site)
    for path, methods in document["paths"].items():
        for method, about in methods.items():
            kinds = list(about["responses"]["200"]["content"])
            schema = schema_of(document, path.removeprefix("/api/v1/"), method)
            equal(schema is not None, "json" in kinds[0] and "openapi" not in path, f"{path} has a schema")
    for path, words in {**asked_of_each_route, "corrections": {}}.items():
        route = re.sub(r"\d+", "{id}", path)
        schema, found = schema_of(document, route), json.loads(answer(site, path, **words)[1])
        equal(misfits(schema, found, path, is_whole=path != "games"), [], "misfits")  # the ply and move of a hit are there if moves were asked for
    for game in (9, 28, 69):  # variations, Camelot, problems
        for route in ("games/{id}", "games/{id}/source"):
            equal(misfits(schema_of(document, route), json.loads(answer(site, route.format(id=game))[1]), f"{route} {game}"), [], "misfits")
    for path, words in (("games", {"pieces": "Pe4"}), ("compare", {"ids": "38,51"}), ("tree", {"game": "camelot"}), ("moves", {"game": "camelot"})):
        equal(misfits(schema_of(document, path), json.loads(answer(site, path, **words)[1]), f"{path} {words}"), [], "misfits")
    for path, words in (("games.ndjson", {"pieces": "Pe4"}), ("cql", {"cql": "mate"}), ("cql", {"cql": "charge", "game": "camelot"}), ("cql", {"cql": "mate", "limit": 1})):
        for line in answer(site, path, **words)[1].splitlines():
            equal(misfits(schema_of(document, path), json.loads(line), path, is_whole=False), [], "misfits")


def recorded_names_and_types_hold(site, _):
    """With COFNOD_GOLDEN_UPDATE the shapes of today are recorded; members are added, never changed or taken away."""
    record = os.path.join(site.root, "tests", "web", "recorded_shapes.json")
    today = {path: shape_of(json.loads(answer(site, path, **words)[1])) for path, words in asked_of_each_route.items()}
    today["cql"] = shape_of([json.loads(line) for line in answer(site, "cql", cql="mate", limit=5)[1].splitlines()])
    today["fault"] = shape_of(json.loads(answer(site, "cql", cql="mat")[1]))
    if os.environ.get("COFNOD_GOLDEN_UPDATE"):
        with open(record, "w", encoding="utf-8") as file:
            json.dump(today, file, indent=1, sort_keys=True)
            file.write("\n")
    with open(record, encoding="utf-8") as file:
        recorded = json.load(file)
    holds(len(recorded) >= 15, "all are recorded")
    equal([fault for path, shape in recorded.items() for fault in lost(shape, today.get(path, {}), path)], [], "what programs rely on")


def pages_by_key_give_every_game_once(site, _):
    every = json.loads(answer(site, "games", limit=500)[1])["games"]
    holds(len(every) > 40, "games")
    for words in ({}, {"pieces": "Pe4"}, {"game": "chess"}):
        whole = [game["id"] for game in json.loads(answer(site, "games", limit=500, **words)[1])["games"]]
        for limit in (1, 7, 50):
            found, target = [], f"games?{urllib.parse.urlencode({'limit': limit, **words})}"
            while target:
                with urllib.request.urlopen(f"{site.address}/api/v1/{target}") as page:
                    found += [game["id"] for game in json.load(page)["games"]]
                    following = re.match(r"</api/v1/([^>]+)>; rel=\"next\"$", page.headers.get("Link") or "")
                    target = following and following.group(1)
            equal(found, whole, f"pages of {limit} {words}")


def pages_of_players_give_every_player_once(site, _):
    whole = [player["name"] for player in json.loads(answer(site, "players", limit=500)[1])["players"]]
    found, target = [], "players?limit=7"
    while target:
        with urllib.request.urlopen(f"{site.address}/api/v1/{target}") as page:
            found += [player["name"] for player in json.load(page)["players"]]
            following = re.match(r"</api/v1/([^>]+)>; rel=\"next\"$", page.headers.get("Link") or "")
            target = following and following.group(1)
    equal(found, whole, "pages of 7")
    holds(len(whole) > 21, "players")
    equal(answer(site, "players", page_after=999999)[0], 404, "a player that is gone")


def facets_are_counts_of_their_filters(site, _):
    def counted(**words):
        return json.loads(answer(site, "games/count", **words)[1])["count"]

    for words in ({}, {"pieces": "Pe4"}, {"player": "morphy"}):
        found = json.loads(answer(site, "games/facets", **words)[1])
        equal(found["games"], counted(**words), f"games {words}")
        for name, filter_name in (("results", "result"), ("states", "state"), ("notations", "written_in"), ("sources", "source")):
            equal(sum(each["games"] for each in found[name]), found["games"], f"{name} add up")
            for each in found[name][:8]:
                if each["value"]:
                    equal(each["games"], counted(**words, **{filter_name: each["value"]}), f"{name}: {each['value']} {words}")
        for each in found["decades"]:
            if each["value"]:
                year = int(each["value"][:-1])
                equal(each["games"], counted(**words, since=year, until=year + 9), f"{each['value']} {words}")


def no_answer_names_more_of_the_machine_than_it_was_told(site, _):
    for path, words in asked_of_each_route.items():
        text = answer(site, path, **words)[1].replace(site.database, "")
        holds(site.folder not in text and "/proc/" not in text, f"{path} names a folder")


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
    end = json.loads(answer(site, "cql", cql="charge", game="camelot", timeout=0.000001)[1].splitlines()[-1])
    equal([end["games"], end["complete"], end["detail"]], [0, False, "stopped after 1e-06 seconds"], "the end of a pattern of Camelot")
    end = json.loads(answer(site, "cql", cql="charge", game="camelot", timeout=30)[1].splitlines()[-1])
    equal([end["games"] > 0, end["complete"], "detail" in end], [True, True, False], "a pattern that ends in time")


main([json_is_that_of_the_cli, every_route_is_in_openapi, the_example_of_every_parameter_is_understood, answers_fit_their_schema, recorded_names_and_types_hold,
      pages_by_key_give_every_game_once, pages_of_players_give_every_player_once, facets_are_counts_of_their_filters, no_answer_names_more_of_the_machine_than_it_was_told, pattern_lines_are_those_of_search,
      patterns_of_camelot_are_found, a_page_of_a_pattern_says_that_there_are_more, a_fault_of_a_pattern_has_its_place,
      streams_of_games_are_those_of_search_and_export, diagrams_are_those_of_show, a_pattern_that_takes_too_long_says_so], with_browser=False)
