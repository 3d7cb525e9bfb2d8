#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "helpers.hpp"
#include "store/connection.hpp"
#include "store/game_reader.hpp"
#include "store/statement.hpp"
#include "store/transaction.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

constexpr std::string_view rename_white = "UPDATE player SET name = 'Jones' WHERE name = 'Smith'";

/// A database of three games, opened twice, and a reader that has read all of them.
struct Open {
    Open() {
        import_games(writing, {game_with({{"White", "Smith"}}), game_with({{"White", "Smith"}, {"Annotator", "A"}}),
                               game_with({{"White", "Brown"}})});
        for (const std::int64_t id : {1, 2, 3}) reader.read(id);
    }

    std::string tag(std::int64_t game, std::string_view name) {
        return std::string(reader.read(game).value().tags.find(name).value_or(""));
    }

    const Folder folder;
    Store writing = Store::open(folder.file("games.db"), Access::create);
    Store reading = Store::open(folder.file("games.db"), Access::read_write);
    GameReader reader{reading};
};

}  // namespace

TEST_CASE("a reader sees what another connection has changed since it last read", "[store]") {
    Open open;
    Statement::run_all(open.writing.connection(), rename_white);
    CHECK(open.tag(1, "White") == "Jones");
    CHECK(open.tag(3, "White") == "Brown");
    Statement::run_all(open.writing.connection(), "DELETE FROM game_tag WHERE game = 2 AND value = 'A'");
    CHECK(open.tag(2, "Annotator").empty());
    Statement::run_all(open.writing.connection(), "INSERT INTO game_unread VALUES (3, 'what follows')");
    CHECK(open.reader.read(3)->unread == "what follows");
    const std::uint64_t line = open.reader.read(1)->span.line;
    Statement::run_all(open.writing.connection(), "UPDATE source_run SET line = line + 5");
    CHECK(open.reader.read(1)->span.line == line + 5);
}

TEST_CASE("a reader sees what its own connection has changed, in a transaction and behind it", "[store]") {
    Open open;
    Statement::run_all(open.reading.connection(), rename_white);
    CHECK(open.tag(1, "White") == "Jones");
    {
        const Transaction transaction(open.reading.connection());
        Statement::run_all(open.reading.connection(), "UPDATE player SET name = 'Green' WHERE name = 'Jones'");
        Statement::run_all(open.reading.connection(), "INSERT INTO game_unread VALUES (1, 'what follows')");
        CHECK(open.tag(1, "White") == "Green");
        CHECK(open.reader.read(1)->unread == "what follows");
    }
    CHECK(open.tag(1, "White") == "Jones");
    CHECK(open.reader.read(1)->unread.empty());
}

TEST_CASE("a snapshot keeps the names that it has seen", "[store]") {
    Open open;
    {
        const Snapshot snapshot(open.reading.connection());
        CHECK(open.tag(1, "White") == "Smith");
        Statement::run_all(open.writing.connection(), rename_white);
        CHECK(open.tag(1, "White") == "Smith");
        CHECK(open.tag(2, "White") == "Smith");
    }
    CHECK(open.tag(2, "White") == "Jones");
}

TEST_CASE("games come back the same in any order of reading", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    std::vector<GameRecord> games;
    for (int i = 0; i < 24; ++i) {
        games.push_back(i % 3 == 0 ? full_game() : paris_game());
        if (i % 4 == 1) games.back().unread = "19. Qd7";
        if (i % 5 == 2) games.back().tags.add("Annotator", "A " + std::to_string(i));
    }
    import_games(store, games);
    GameReader reader(store);
    const auto check = [&](std::int64_t id) {
        INFO(id);
        CHECK(same(reader.read(id).value(), games[static_cast<std::size_t>(id - 1)]));
    };
    for (std::int64_t id = 1; id <= 24; ++id) check(id);
    for (std::int64_t id = 24; id >= 1; --id) check(id);
    for (std::int64_t i = 0; i < 48; ++i) check(1 + i * 7 % 24);
    for (int i = 0; i < 3; ++i) check(13);
    std::int64_t visited = 0;
    reader.for_each({}, {}, [&](std::int64_t id, const GameRecord& game) {
        INFO(id);
        CHECK(same(game, games[static_cast<std::size_t>(id - 1)]));
        return ++visited < 20;
    });
    CHECK(visited == 20);
    check(2);
}

TEST_CASE("the last of all ids is read like any other", "[store]") {
    Open open;
    Statement::run_all(open.writing.connection(), "UPDATE game SET id = 9223372036854775807 WHERE id = 3");
    const auto last = open.reader.read(9223372036854775807).value();
    CHECK(last.tags.find("White") == "Brown");
    CHECK(last.unread.empty());
    CHECK(open.tag(9223372036854775807, "White") == "Brown");
}

TEST_CASE("a reader that has stopped keeps no state of the database", "[store]") {
    Open open;
    const auto is_written_back = [&] {
        Statement::run_all(open.writing.connection(), "UPDATE source_run SET line = line + 1");
        return rows(open.writing, "PRAGMA wal_checkpoint(TRUNCATE)") == std::vector<std::string>{"0|0|0"};
    };
    open.reader.for_each({}, {}, [](std::int64_t, const GameRecord&) { return false; });
    CHECK(is_written_back());
    open.reader.read(2);
    CHECK(is_written_back());
}
