#include <sqlite3.h>

#include <catch2/catch.hpp>

#include "base/error.hpp"
#include "helpers.hpp"
#include "store/embedded.hpp"
#include "store/game_reader.hpp"
#include "store/migrate.hpp"
#include "store/statistics.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

/// The migrations from schema/, the first of them first.
std::vector<std::string_view> migrations() {
    std::vector<std::string_view> result;
    for (const auto& file : embedded::files)
        if (file.name.starts_with("schema/0")) result.push_back(file.text);
    return result;
}

/// A database as the cofnod of that time has left it, with two games, of which one has everything.
void make_old_database(const std::filesystem::path& path, std::size_t version) {
    Connection old(path, Connection::Mode::create);
    old.run_script("PRAGMA page_size = 16384; PRAGMA journal_mode = WAL");
    for (std::size_t i = 0; i < version; ++i) old.run_script(migrations()[i]);
    const std::string check = version < 5 ? "final_key" : "final_check";
    // The same 16 bits, 0xDC49 and 0xFEDC, with 48 more behind them in old times.
    const std::string first = version < 5 ? "-2573379847561493404" : "-9143";
    const std::string second = version < 5 ? "-82049602417754112" : "-292";
    old.run_script(R"(
        INSERT INTO import_batch VALUES (1, '1950-06-01T12:00:00Z', '1950-06-01T12:00:01Z', '0.1.0', '');
        INSERT INTO source (id, batch, path, format, charset, bytes, content_hash, state, bytes_done, game_bytes,
                            separators, separator_bytes, found, complete, incomplete)
            VALUES (1, 1, 'old.pgn', 'pgn', 'UTF-8', 190, 'abc', 'done', 190, 180, 1, 10, 2, 1, 1);
        INSERT INTO source_run VALUES (1, 1, 1, 0, 1);
        INSERT INTO player VALUES (1, 'Hughes, Siân'), (2, 'أحمد');
        INSERT INTO event VALUES (1, 'Bala');
        INSERT INTO site VALUES (1, 'Y Bala');
        INSERT INTO form VALUES (1, 1, 'cy', 'tied', 'en ca', '["Event","Site","Date","White","Black","Annotator"]'),
                                (2, 1, 'en', 'only', '', '["White","Black"]');
        INSERT INTO game_tag VALUES (1, 5, 'Nest');
        INSERT INTO game_movetext VALUES (1, '1.e4 e5 2.Nf3');
        INSERT INTO game_unread VALUES (1, '2...Zz9');
        INSERT INTO game_annotation VALUES (1, x'000003616263');
        INSERT INTO game_source VALUES (1, x'0031652e34');
        INSERT INTO problem VALUES (1, 0, 'unreadable_move', 'fault', 71, 12, 3456, 3, 'no move', '2...Zz9', 2, 4, '');
        UPDATE _counts SET count = 2 WHERE "table" = 'game';
        INSERT INTO game (id, form, state, event, site, date, white, black, result, ply_count, )" +
                   check + R"(, byte, bytes, line, moves)
            VALUES (1, 1, 1, 1, 1, 19010312, 1, 2, 1, 3, )" +
                   first + R"(, 0, 90, 0, x'1c009d'),
                   (2, 2, 0, NULL, NULL, NULL, 2, 1, 3, 0, )" +
                   second + R"(, 100, 90, 7, x''))");
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
    const std::size_t newest = migrations().size();
    CHECK(newest == static_cast<std::size_t>(newest_schema_version()));
    make_old_database(folder.file("today.db"), newest);
    Store today = Store::open(folder.file("today.db"), Access::read_only);
    const std::string expected = answers(today);
    CHECK(expected.find("1 56393 1.e4 e5 2.Nf3 2...Zz9 1e.4 cy 1 1 Event=Bala Site=Y Bala Date=1901.03.12") == 0);

    for (std::size_t version = 1; version < newest; ++version) {
        INFO("version " << version);
        const auto path = folder.file("old" + std::to_string(version) + ".db");
        make_old_database(path, version);
        Store store = Store::open(path, Access::read_write);
        CHECK(schema_version(store.connection()) == newest_schema_version());
        CHECK(answers(store) == expected);
        CHECK(rows(store, "PRAGMA integrity_check") == std::vector<std::string>{"ok"});
        CHECK(rows(store, "PRAGMA foreign_key_check").empty());
        CHECK(rows(store, "SELECT count(*) FROM _counts") == rows(today, "SELECT count(*) FROM _counts"));
        import_games(store, {paris_game()}, "new.pgn");
        CHECK(count_games(store, {}) == 3);
    }
}

TEST_CASE("an upgrade that is interrupted anywhere leaves the old database", "[store][upgrade]") {
    const Folder folder;
    for (std::size_t version = 1; version < migrations().size(); ++version) {
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
        CHECK(count_games(store, {}) == 2);
    }
}
