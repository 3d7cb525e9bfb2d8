#include <algorithm>
#include <catch2/catch.hpp>

#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "helpers.hpp"
#include "store/game_reader.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

using Rows = std::vector<std::string>;

struct Example {
    Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    Example() { import_games(store, {paris_game(), full_game()}); }
};

/// Returns arguments for the slots of a template, with braces and quotes in them; lists have `items` items.
Arguments arguments_of(std::string_view text, std::size_t items) {
    Arguments arguments;
    for (std::size_t open = text.find('{'); open < text.size(); open = text.find('{', open + 1)) {
        const std::string_view slot = text.substr(open + 1, text.find('}', open) - open - 1);
        const bool is_list = slot.find(' ') != slot.npos;
        Argument::List list;
        for (std::size_t i = 0; i < items; ++i) list.push_back("{" + std::to_string(i) + ": or }");
        if (is_list)
            arguments.emplace_back(list);
        else if (arguments.size() == 1)
            arguments.emplace_back(items);
        else
            arguments.emplace_back("\"{1}\\|é\x01");
    }
    if (arguments.empty()) arguments.emplace_back(1);
    return arguments;
}

}  // namespace

TEST_CASE("the view of games reads like a list of games", "[store]") {
    const Example example;
    CHECK(rows(example.store,
               "SELECT id, white, black, result, date, event, round, plies, state, notation, moves, source, line "
               "FROM games_view") ==
          Rows{"1|Morphy, Paul|Anderssen, Adolf|1-0|1858.12.27|Paris|9|3|complete|en|1.e4 e5 2.Nf3|archif.pgn|1",
               "2|Morphy, Paul|Anderssen, Adolf|1-0|1858.12.27|Paris|9|3|incomplete|cy|1.e4 e5 2.Nf3|archif.pgn|16"});
}

TEST_CASE("the view of games shows which parts of a date are not known", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {game_with({{"Date", "1950.??.??"}}), game_with({{"Date", "1950.6"}}),
                         game_with({{"Date", "????.??.??"}}), game_with({})});
    CHECK(rows(store, "SELECT date FROM games_view") == Rows{"1950.??.??", "1950.06.??", "????.??.??", ""});
}

TEST_CASE("the view of games has the day as SQLite reads it, where it is known, and the year", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {game_with({{"Date", "1950.06.01"}}), game_with({{"Date", "1950.06.??"}}),
                         game_with({{"Date", "1950.??.01"}}), game_with({{"Date", "????.06.01"}}),
                         game_with({{"Date", "0987.12.31"}}), game_with({{"Date", "????.??.??"}}), game_with({})});
    CHECK(rows(store, "SELECT iso_date, year FROM games_view") ==
          Rows{"1950-06-01|1950", "|1950", "|1950", "|", "0987-12-31|987", "|", "|"});
    CHECK(rows(store, "SELECT id FROM games_view WHERE iso_date <> date(iso_date)").empty());
}

TEST_CASE("the view of games counts comments and variations, nested ones too", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    using enum Annotations::Kind;
    GameRecord annotated = game_with({}), glyph = game_with({});
    annotated.annotations.add(comment, 0, 0, "before");
    annotated.annotations.add(begin_variation, 1);
    annotated.annotations.add(comment, 1, 0, "inside");
    annotated.annotations.add(begin_variation, 1);
    annotated.annotations.add(end_variation, 1);
    annotated.annotations.add(end_variation, 1);
    glyph.annotations.add(nag, 1, 1);
    import_games(store, {annotated, glyph, game_with({})});
    CHECK(rows(store, "SELECT comments, variations FROM games_view") == Rows{"2|2", "0|0", "0|0"});
}

TEST_CASE("the view of tags gives the tags that the reader gives", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {full_game(), GameRecord{},
                         game_with({{"White", "A"},
                                    {"White", "B"},
                                    {"WhiteElo", ""},
                                    {"BlackElo", "-"},
                                    {"Date", "19??.1.?"},
                                    {"Date", ""},
                                    {"Round", "1"},
                                    {"PlyCount", "3"},
                                    {"SetUp", ""},
                                    {"ECO", "C33"},
                                    {"a\"b\\c\n", "\"x\""},
                                    {"Result", "½"}}),
                         game_with({{"Date", ""}}),
                         game_with({{"Date", "1950.??.01"}, {"Round", "-"}, {"WhiteElo", "2700"}, {"SetUp", "1"}})});
    GameReader reader(store);
    for (std::int64_t id = 1; id <= 5; ++id) {
        Rows expected;
        const GameRecord game = reader.read(id).value();
        for (std::size_t i = 0; i < game.tags.size(); ++i)
            expected.push_back(std::to_string(i) + "|" + std::string(game.tags[i].name) + "|" +
                               std::string(game.tags[i].value));
        CHECK(rows(store, "SELECT ordinal, name, value FROM tags_view WHERE game = " + std::to_string(id) +
                              " ORDER BY ordinal") == expected);
    }
}

TEST_CASE("the view of moves has a row for each move", "[store]") {
    const Example example;
    CHECK(rows(example.store, "SELECT ply, move FROM moves_view WHERE game = 1") == Rows{"1|e4", "2|e5", "3|Nf3"});
}

TEST_CASE("the views of problems and rejects say where, what and why", "[store]") {
    const Example example;
    CHECK(rows(example.store,
               "SELECT source, line, \"column\", game, \"group\", kind, message, remedy FROM problems_view "
               "WHERE severity = 'fault'") ==
          Rows{"archif.pgn|71|12|2|unreadable_move|not_a_move|in a variation: Qxz9 \"مات\"\n is not a move in Welsh|"
               "write which is meant: Nge5 or Nde5"});
    CHECK(rows(example.store, "SELECT game, state, source, line, plies, reason, unread FROM rejects_view") ==
          Rows{"2|incomplete|archif.pgn|16|3|in a variation: Qxz9 \"مات\"\n is not a move in Welsh|3.Qxz9 مات 1-0"});
}

TEST_CASE("the view of problems makes the sentences that the program makes", "[store]") {
    std::vector<Problem> problems;
    for (const ProblemTemplate& row : problem_templates()) {
        for (std::size_t items = 1; items <= 3; ++items) {
            Problem problem{.reason = {ProblemKind::two_results, {"{1}", -7}}};
            const Arguments arguments = arguments_of(row.text, items);
            if (const auto kind = problem_kind_of(row.name))
                problem.reason = {*kind, arguments};
            else if (const auto frame = frame_of(row.name))
                problem.reason.frame = *frame, problem.reason.arguments.push_back(arguments.back());
            else if (const auto remedy = remedy_of(row.name))
                problem.advice = {*remedy, arguments};
            problems.push_back(std::move(problem));
        }
    }
    GameRecord game = full_game();
    game.problems = problems;
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {game});
    const Rows messages = rows(store, "SELECT message FROM problems_view ORDER BY ordinal");
    const Rows remedies = rows(store, "SELECT remedy FROM problems_view ORDER BY ordinal");
    REQUIRE(messages.size() == problems.size());
    for (std::size_t i = 0; i < problems.size(); ++i) {
        CHECK(messages[i] == sentence(problems[i].reason));
        CHECK(remedies[i] == sentence(problems[i].advice));
    }
    CHECK(GameReader(store).read(1)->problems == problems);
}

TEST_CASE("the view of players counts their games by side and outcome", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    import_games(store, {game_with({{"White", "A"}, {"Black", "B"}, {"Result", "1-0"}, {"WhiteElo", "2500"}}),
                         game_with({{"White", "B"}, {"Black", "A"}, {"Result", "1/2-1/2"}, {"BlackElo", "2400"}})});
    CHECK(rows(store,
               "SELECT name, games, as_white, as_black, won, drawn, lost, best_elo FROM players_view ORDER BY name") ==
          Rows{"A|2|1|1|1|1|0|2500", "B|2|1|1|0|1|1|"});
}

TEST_CASE("the example queries of schema/README.md work", "[store]") {
    const Example example;
    const std::string text = read_file(COFNOD_ROOT "/schema/README.md");
    const std::size_t begin = text.find("```sql\n") + 7, end = text.find("```", begin);
    REQUIRE(end != std::string::npos);
    int count = 0;
    for (std::size_t at = begin; at < end;) {
        const std::size_t next = std::min(text.find(';', at) + 1, end);
        const std::string sql = text.substr(at, next - at);
        at = next;
        if (sql.find("SELECT") == std::string::npos) continue;
        INFO(sql);
        CHECK_NOTHROW(rows(example.store, sql));
        ++count;
    }
    CHECK(count == 6);
}
