#include "cql/search.hpp"
#include "store/connection.hpp"

#include <catch2/catch.hpp>

#include <array>

#include "../search/archive.hpp"
#include "answers.hpp"
#include "base/error.hpp"
#include "games/record/record.hpp"
#include "index/upkeep.hpp"
#include "random_script.hpp"
#include "search/patterns.hpp"
#include "search/search.hpp"
#include "store/statement.hpp"

using namespace cofnod;
using namespace cofnod::search::test;

namespace {

/// Random games; some have no moves, and the last few are not in the index.
class Database {
public:
    Database() {
        index::update(archive_.store(), {.threads = 1, .memory = 40 * 3000});
        store::GameWriter writer(archive_.store());
        writer.begin_batch("test", "");
        writer.begin_source({"more.pgn", "pgn", "UTF-8", 30, ""});
        std::mt19937 random(7);
        for (std::uint64_t i = 0; i < 30; ++i) {
            GameRecord record;
            record.tags.add("White", i % 2 == 0 ? "Hughes, Mair" : "Evans, Non");
            constexpr std::array events = {"", "Bala", "?", "Y Bala"};
            if (i % 5 < events.size()) record.tags.add("Event", events[i % 5]);
            constexpr std::array dates = {"1901.03.12", "1901.3.12", "19??.??.??"};  // the second is stored as a text
            if (i % 4 < dates.size()) record.tags.add("Date", dates[i % 4]);
            if (i == 9) record.tags.add("White", "Hughes, Mair");  // a repeated tag: the first one counts
            record.tags.add("WhiteElo", i % 3 == 0 ? "2500?" : std::to_string(2300 + i));
            record.result = static_cast<Result>(i % 4);
            const RandomGame game = random_game(random, "", static_cast<int>(i));
            record.moves = game.bytes;
            record.ply_count = static_cast<std::uint32_t>(game.moves.size());
            record.final_check = final_check_of(game.positions.back().key());
            record.span = {i, i + 1, i + 1};
            writer.add(record);
        }
        writer.end_source();
        writer.end_batch();
    }

    Answer found(const cql::CompiledScript& script, bool with_index, unsigned threads,
                 const search::Query& question = {}) {
        return search::test::found(store(), script, with_index, threads, question);
    }
    std::int64_t counted(const cql::CompiledScript& script, bool with_index) {
        return search::test::counted(store(), script, with_index).games;
    }
    std::string matched(const cql::CompiledScript& script) { return search::test::matched(store(), script); }
    store::Store& store() { return archive_.store(); }

private:
    Archive archive_;
};

void check_narrowed(Database& games, const char* text) {
    INFO(text);
    const cql::CompiledScript script = query_of(text);
    const Answer answer = games.found(script, true, 2);
    CHECK(answer.matches == games.matched(script));
    CHECK(games.found(script, false, 1) == answer);
    CHECK(games.counted(script, true) == answer.games);
}

}  // namespace

TEST_CASE("a script finds the same with and without the index, on any number of threads", "[cql][search]") {
    Database games;
    for (unsigned seed = 1; seed <= 120; ++seed) {
        const std::string text = RandomScript(seed).filter(static_cast<int>(seed % 4));
        INFO(text);
        const cql::CompiledScript script = query_of(text);
        const Answer answer = games.found(script, true, 1);
        CHECK(answer.matches == games.matched(script));
        CHECK(games.found(script, true, 3) == answer);
        CHECK(games.found(script, false, seed % 2 == 0 ? 1 : 3) == answer);
        CHECK(games.counted(script, true) == answer.games);
        CHECK(games.counted(script, false) == answer.games);
    }
}

TEST_CASE("what headers say narrows a search and does not change it", "[cql][search]") {
    Database games;
    for (const char* text : {"result 1-0",
                             "result 1-0 or result 0-1",
                             "not result 1-0",
                             "elo>1700",
                             "elo white>=2300 Q==1",
                             "elo<1600",
                             "elo black>1000",
                             "not elo>1700",
                             "elo",
                             "elo==2500",
                             "player \"Hughes\"",
                             "player white \"Hughes, S\"",
                             "player black \"Hughes\"",
                             "player \"?\"",
                             "result 1/2-1/2 [Aa]<=28",
                             "[Aa]==32",
                             "P==8 p==8",
                             "true",
                             "false",
                             "cql(gamenumber 10 20) true",
                             "cql(result 1-0) Ke2",
                             "cql(matchcount 0 0) result 1-0",
                             "cql(matchcount 0 3) Ke2",
                             "gamenumber>290",
                             "event \"x\"",
                             "not player \"Hughes\"",
                             "year<1910 check"})
        check_narrowed(games, text);
}

TEST_CASE("names, places and dates are the same in the columns of the index and in games", "[cql][search]") {
    Database games;
    SECTION("most games are in the index") {}
    SECTION("all games are in the index") { index::update(games.store(), {.memory = 40 * 3000}); }
    for (const char* text :
         {"event \"Bala\"", "event \"\"", "not event \"Bala\"", "event==\"\"", "date \"1901.3\"", "date \"1901.03\"",
          "date ~~ \"^19[?]\"", "not date ~~ \"[?]\"", "site \"Bala\"", "not site \"Bala\"",
          "player \"Hughes\" event \"Bala\"", "player white \"Evans\" result 1-0", "event \"Bala\" or date \"1901.3\"",
          "date==\"1901.3.12\" eventdate==\"x\""})
        check_narrowed(games, text);
}

TEST_CASE("of a column that is missing or cut short nothing is believed: the game is asked", "[cql][search]") {
    Database games;
    index::update(games.store(), {.memory = 40 * 3000});
    const auto damage = [&](const std::string& rows, const std::string& change) {
        const std::string place = " WHERE id % 4294967296 " + rows;
        store::Statement::of_text(games.store().connection(), change + place).run();
    };
    const auto [change, rows] = GENERATE(table<std::string, std::string>(
        {{"DELETE FROM segment_column", "= 0"},
         {"DELETE FROM segment_column", "= 32768"},
         {"DELETE FROM segment_column", "BETWEEN 262144 AND 1048575"},
         {"UPDATE segment_column SET content = substr(content, 1, 30)", "= 0"},
         {"UPDATE segment_column SET content = substr(content, 1, 9)", "BETWEEN 262144 AND 1048575"}}));
    INFO(change << " " << rows);
    damage(rows, change);
    for (const char* text :
         {"result 1-0", "not result 1-0", "elo>1700", "not elo>1700", "elo<1600", "elo", "year<1910", "not year<1910",
          "player \"Hughes\"", "not player \"Hughes\"", "event \"\"", "date \"1901.03\"", "site \"\" result 1-0 Ke2"})
        check_narrowed(games, text);
}

TEST_CASE("segments that an import joins while a script looks at games change no answer", "[cql][search]") {
    Database games;
    // Games in no segment are searched before segments are read.
    store::Statement::of_text(games.store().connection(), "UPDATE segment SET stale = 1 WHERE first_game = 1").run();
    const auto script = GENERATE(as<std::string>{}, "true", "Ke4", "result 1-0 Ke2", "Q==0", "player \"Hughes\" check");
    INFO(script);
    const cql::CompiledScript query = query_of(script);
    search::Query question;
    if (GENERATE(true, false)) question.position = search::WantedPosition(chess::Position::initial());
    const Answer before = games.found(query, true, 1, question);
    auto other = store::Store::open(games.store().path(), store::Access::read_write);
    Answer during;
    bool is_joined = false;
    const auto survey = cql::search(games.store(), question, query, {}, [&](cql::ChunkMatches&& findings) {
        for (const cql::FoundGame& game : findings.found) {
            during.matches += std::to_string(game.game) + ":";
            for (const auto id : game.match.positions) during.matches += " " + std::to_string(id);
            during.matches += "\n";
        }
        if (!std::exchange(is_joined, true)) index::optimize(other, {.threads = 1});
        return true;
    });
    during.games = survey.games;
    during.positions = survey.positions;
    CHECK(is_joined);
    CHECK(during == before);
}

TEST_CASE("index and headers leave only what they must", "[cql][search]") {
    Database games;
    const auto looked_at = [&](const char* text) {
        const cql::CompiledScript script = query_of(text);
        cql::SearchOptions options{.find = {.positions = false, .keep = false}};
        return cql::search(games.store(), {}, script, options, [](cql::ChunkMatches&&) { return true; }).looked_at;
    };
    CHECK(looked_at("true") < 60);  // games without moves, and those in no segment
    CHECK(looked_at("[Aa]==30") < 60);
    CHECK(looked_at("result 1-0") < 60);
    CHECK(looked_at("player \"Evans\" check") == 15);
    CHECK(looked_at("cql(gamenumber 10 19) check") == 10);
    CHECK(looked_at("check") == 330);
}

TEST_CASE("a script and a position are asked of the same game, not of the same position", "[cql][search]") {
    Database games;
    search::Query question;
    question.pieces = *search::read_pieces("Pe4");
    const cql::CompiledScript with_pawn = query_of("Ke2 initialposition:{find Pe4}");
    CHECK(games.found(query_of("Ke2"), true, 2, question) == games.found(with_pawn, true, 1));
}

TEST_CASE("messages come in the order of games, from all of them", "[cql][search]") {
    Database games;
    const cql::CompiledScript script = query_of("initial message quiet (gamenumber) Ke4");
    const Answer one = games.found(script, true, 1);
    CHECK(one.messages.size() == 330);
    CHECK(games.found(script, true, 3).messages == one.messages);
}

TEST_CASE("persistent variables see every game, in order", "[cql][search]") {
    Database games;
    const cql::CompiledScript script = query_of("initial persistent seen=gamenumber");
    cql::SearchOptions options{.threads = 4};
    const auto variables = std::make_shared<cql::PersistentVariables>();
    options.find.variables = variables;
    cql::search(games.store(), {}, script, options, [](cql::ChunkMatches&&) { return true; });
    REQUIRE(variables->cells.size() == 1);
    CHECK(variables->cells[0].number == 330);
    const cql::CompiledScript more = query_of("initial persistent seen+=1");
    cql::search(games.store(), {}, more, options, [](cql::ChunkMatches&&) { return true; });
    CHECK(variables->cells[0].number == 660);
}

TEST_CASE("persistent variables are what they were where the search ended early", "[cql][search]") {
    Database games;
    const auto variables = std::make_shared<cql::PersistentVariables>();
    cql::SearchOptions options{.find = {.variables = variables}};
    const cql::CompiledScript script = query_of("initial persistent seen=gamenumber if (seen==7) cql_abort");
    CHECK_THROWS_AS(cql::search(games.store(), {}, script, options, [](cql::ChunkMatches&&) { return true; }), Error);
    CHECK(variables->cells.at(0).number == 7);
}

TEST_CASE("a search ends where it is told to", "[cql][search]") {
    Database games;
    const cql::CompiledScript script = query_of("true");
    cql::SearchOptions options{.threads = 3};
    std::int64_t taken = 0;
    cql::search(games.store(), {}, script, options, [&](cql::ChunkMatches&& findings) {
        taken += findings.games;
        return false;
    });
    CHECK(taken < 330);
    options.find.on_work = [] { throw LimitError("the time is over"); };
    CHECK_THROWS_AS(cql::search(games.store(), {}, script, options, [](cql::ChunkMatches&&) { return true; }),
                    LimitError);
}

TEST_CASE("texts, comments and dictionaries of a script that grow without end end the search", "[cql][search]") {
    Database games;
    const auto text = GENERATE(
        as<std::string>{}, "s=\"ab\" x=0 while (x<34) {s=s+s x+=1} x==34",
        "s=\"ab\" x=0 while (x<34) {s+=s x+=1} x==34", "s=\"ab\" x=0 while (x<34) {s=str(s s) x+=1} x==34",
        "s=\"ab\" x=0 while (x<20) {s+=s x+=1} x=0 while (x<99) {comment(s) x+=1}",
        "s=\"ab\" x=0 while (x<20) {s+=s x+=1} x=0 while (x<99) {message(s) x+=1}",
        "s=\"ab\" x=0 while (x<20) {s+=s x+=1} x=0 while (x<99) {writefile(\"a\" s) x+=1}",
        "s=\"ab\" x=0 while (x<20) {s+=s x+=1} x=0 while (x<99) {settag(\"A\" s) x+=1}",
        "dictionary D s=\"ab\" i=0 while (i<22) {s+=s i+=1} i=0 while (i<99) {D[i]=s i+=1}",
        "s=\"ab\" x=0 while (x<20) {s+=s x+=1} s ~~ \"" + std::string(99, '(') + ".*" + std::string(99, ')') + "\"");
    INFO(text);
    const cql::CompiledScript script = query_of(text);
    const cql::SearchOptions options{.find = {.remarks = true}};
    CHECK_THROWS_AS(cql::search(games.store(), {}, script, options, [](cql::ChunkMatches&&) { return true; }),
                    LimitError);
}

TEST_CASE("a script that copies long texts is asked whether it may go on", "[cql][search]") {
    Database games;
    const cql::CompiledScript script = query_of("s=\"ab\" x=0 while (x<22) {s+=s x+=1} x=0 while (x<1000) {t=s x+=1}");
    cql::SearchOptions options;
    int asked = 0;
    options.find.on_work = [&asked] {
        if (++asked == 100) throw LimitError("the time is over");
    };
    CHECK_THROWS_AS(cql::search(games.store(), {}, script, options, [](cql::ChunkMatches&&) { return true; }),
                    LimitError);
}

TEST_CASE("what was found before the time was over is not thrown away, within a piece either", "[cql][search]") {
    Database games;
    for (const unsigned threads : {1U, 3U}) {
        cql::SearchOptions options{.threads = threads};
        const cql::CompiledScript slow = query_of("initial {gamenumber<100 or {Ke1 x=1 while (true) x+=1}}");
        std::vector<std::int64_t> found;
        CHECK_THROWS_AS(cql::search(games.store(), {}, slow, options,
                                    [&](cql::ChunkMatches&& findings) {
                                        for (const cql::FoundGame& game : findings.found) found.push_back(game.game);
                                        return true;
                                    }),
                        LimitError);
        CHECK(found.size() == 99);
    }
}

TEST_CASE("messages are told with the games that they are of", "[cql][search]") {
    Database games;
    const cql::CompiledScript script = query_of("initial message quiet (gamenumber) gamenumber>5");
    cql::search(games.store(), {}, script, {}, [&](cql::ChunkMatches&& findings) {
        for (const cql::Message& message : findings.messages) CHECK(std::to_string(message.game) == message.text);
        return true;
    });
}

TEST_CASE("behind the last of all ids there is no game", "[cql][search]") {
    Database games;
    cql::SearchOptions options;
    options.after = std::numeric_limits<std::int64_t>::max();
    const auto none = [](cql::ChunkMatches&&) { return true; };
    CHECK(cql::search(games.store(), {}, query_of("initial"), options, none).games == 0);
    search::Query question;
    question.pieces = *search::read_pieces("Pe4");
    CHECK(search::count(games.store(), question, {.after = options.after}).hits == 0);
}

TEST_CASE("games are found however far apart their ids are", "[cql][search]") {
    Database games;
    std::vector<cql::CompiledScript> scripts;
    for (const char* text : {"check", "player \"Hughes\"", "elo>1700"}) scripts.push_back(query_of(text));
    search::Query question;
    question.pieces = *search::read_pieces("Pe4");
    std::vector<Answer> near;
    for (const cql::CompiledScript& script : scripts) near.push_back(games.found(script, true, 1));
    const auto hits = search::count(games.store(), question).hits;

    games.store().connection().run_script(
        "UPDATE game SET id = id * 10000000000000 WHERE id % 9 = 0;"
        "UPDATE game SET id = 9223372036854775807 WHERE id = (SELECT max(id) FROM game);"
        "UPDATE segment SET stale = 1");  // as the trigger does for other programs
    for (const bool indexed : {false, true}) {
        if (indexed) index::update(games.store(), {.threads = 1, .memory = 40 * 3000});
        for (std::size_t i = 0; i < scripts.size(); ++i) {
            const Answer far = games.found(scripts[i], true, 2);
            CHECK(far.games == near[i].games);
            CHECK(far.positions == near[i].positions);
            CHECK(games.found(scripts[i], false, 1) == far);
            CHECK(games.counted(scripts[i], true) == far.games);
        }
        CHECK(search::count(games.store(), question).hits == hits);
    }
}
