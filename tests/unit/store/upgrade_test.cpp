#include <sqlite3.h>

#include <catch2/catch.hpp>

#include "base/error.hpp"
#include "helpers.hpp"
#include "store/game_reader.hpp"
#include "store/migrate.hpp"
#include "store/statistics.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

/// A database as the cofnod of that schema has left it: see old/README.md.
void make_old_database(const std::filesystem::path& path, int version) {
    const std::string dump = read_file(COFNOD_ROOT "/tests/unit/store/old/schema_" + std::to_string(version) + ".sql");
    REQUIRE_FALSE(dump.empty());
    Connection old(path, Connection::Mode::create);
    old.run_script("PRAGMA page_size = 16384; PRAGMA journal_mode = WAL");
    old.run_script(dump);
    REQUIRE(schema_version(old) == version);
}

/// All that cofnod says of the games.
std::string answers(Store& store) {
    std::string text;
    GameReader reader(store);
    reader.for_each({}, {}, [&](std::int64_t id, const GameRecord& game) {
        text += std::to_string(id) + ' ' + std::to_string(game.final_check) + ' ' + game.san + ' ' + game.unread + ' ' +
                game.source_text + ' ' + game.notation.code + ' ' + std::to_string(game.annotations.size()) + ' ' +
                std::to_string(game.problems.size());
        for (std::size_t i = 0; i < game.tags.size(); ++i)
            ((((text += ' ') += game.tags[i].name) += '=') += game.tags[i].value);
        text += '\n';
        return true;
    });
    const auto add_rows = [&](std::string_view sql) {
        for (const std::string& row : rows(store, sql)) text += row + '\n';
    };
    add_rows("SELECT id, white, black, date, event, state, moves, source, line FROM games_view");
    add_rows("SELECT * FROM tags_view");
    add_rows("SELECT * FROM players_view");
    add_rows("SELECT path, state, found, bytes_unaccounted FROM sources_view");
    text += std::to_string(count_games(store, {.player = "sian"})) + '\n';
    return text + std::to_string(totals(store).games);
}

/// The schema and all rows of all tables.
std::string content(const std::filesystem::path& path) {
    Connection connection(path, Connection::Mode::read_write);
    const auto list = [&](const std::string& sql) {
        Statement row = Statement::of_text(connection, sql);
        std::vector<std::string> result;
        while (row.step()) {
            std::string line;
            for (int column = 0; column < row.column_count(); ++column) line.append(row.text(column)) += '|';
            result.push_back(line);
        }
        return result;
    };
    std::string text;
    for (const std::string& line : list("SELECT type, name, sql FROM sqlite_schema ORDER BY name")) text += line + '\n';
    for (const std::string& line : list("PRAGMA user_version")) text += line + '\n';
    for (std::string name : list("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) {
        name.pop_back();
        for (const std::string& line : list("SELECT * FROM \"" + name + "\"")) text += line + '\n';
    }
    return text;
}

/// After so many steps of SQLite's machine what it does is interrupted.
void stop_after(Connection& connection, int steps) {
    sqlite3_progress_handler(
        connection.handle(), steps, [](void*) { return 1; }, nullptr);
}

}  // namespace

TEST_CASE("a database of every earlier version is brought up to date and answers as one of today", "[store][upgrade]") {
    const Folder folder;
    const int newest = newest_schema_version();
    make_old_database(folder.file("today.db"), newest);
    Store today = Store::open(folder.file("today.db"), Access::read_only);
    const std::string expected = answers(today);
    CHECK(expected.find(" Event=Bala Site=Y Bala Date=1901.03.12 White=Hughes, Siân") != std::string::npos);

    for (int version = 1; version < newest; ++version) {
        INFO("version " << version);
        const auto path = folder.file("old" + std::to_string(version) + ".db");
        make_old_database(path, version);
        Store store = Store::open(path, Access::read_write);
        CHECK(schema_version(store.connection()) == newest);
        CHECK(answers(store) == expected);
        CHECK(rows(store, "PRAGMA integrity_check") == std::vector<std::string>{"ok"});
        CHECK(rows(store, "PRAGMA foreign_key_check").empty());
        CHECK(rows(store, "SELECT count(*) FROM _counts") == rows(today, "SELECT count(*) FROM _counts"));
        import_games(store, {paris_game()}, "new.pgn");
        CHECK(count_games(store, {}) == 7);
    }
}

TEST_CASE("an upgrade that is interrupted anywhere leaves the old database", "[store][upgrade]") {
    const Folder folder;
    for (int version = 1; version < newest_schema_version(); ++version) {
        INFO("version " << version);
        const auto path = folder.file("old" + std::to_string(version) + ".db");
        make_old_database(path, version);
        const std::string before = content(path);
        int interrupted = 0;
        for (int steps = 1; steps < 100'000; steps += 1 + steps / 7) {
            Connection connection(path, Connection::Mode::read_write);
            stop_after(connection, steps);
            try {
                migrate(connection);
                break;
            } catch (const Error&) {
                ++interrupted;
            }
            REQUIRE_FALSE(connection.in_transaction());
            REQUIRE(content(path) == before);
        }
        CHECK(interrupted > 10);
        Store store = Store::open(path, Access::read_write);
        CHECK(count_games(store, {}) == 6);
    }
}
