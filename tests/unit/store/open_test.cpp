#include <sqlite3.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

#include "base/error.hpp"
#include "helpers.hpp"
#include "store/aliases.hpp"
#include "store/connection.hpp"
#include "store/embedded.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/rows.hpp"
#include "store/statistics.hpp"
#include "store/store.hpp"
#include "store/transaction.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

/// Returns the error as "message / remedy", and checks its exit code.
std::string told(const std::filesystem::path& path, Access access, ExitCode expected = ExitCode::store) {
    try {
        Store::open(path, access);
    } catch (const Error& error) {
        CHECK(error.code() == expected);
        CHECK_FALSE(error.way_out().is_empty());
        return error.what();
    }
    return "opened";
}

bool says(const std::string& text, std::string_view part) {
    INFO(text);
    return text.find(part) != std::string::npos;
}

void make_database(const std::filesystem::path& path) {
    Store store = Store::open(path, Access::create);
    import_games(store, {paris_game()});
}

}  // namespace

TEST_CASE("the schema fits into the first page, so that damage to others leaves it readable", "[store]") {
    const Folder folder;
    make_database(folder.file("games.db"));
    constexpr std::size_t begin_of_tree = 100;
    constexpr char leaf = 0x0D;
    CHECK(read_file(folder.file("games.db")).at(begin_of_tree) == leaf);
}

TEST_CASE("a new database has our marks and the newest schema", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    CHECK(rows(store, "PRAGMA application_id") == std::vector<std::string>{"1668245102"});
    CHECK(rows(store, "PRAGMA user_version") == std::vector<std::string>{std::to_string(newest_schema_version())});
    CHECK(rows(store, "PRAGMA page_size") == std::vector<std::string>{"16384"});
    CHECK(rows(store, "PRAGMA journal_mode") == std::vector<std::string>{"wal"});
}

TEST_CASE("an empty file becomes a database, and a database opened for creation stays as it is", "[store]") {
    const Folder folder;
    write_file(folder.file("games.db"), "");
    make_database(folder.file("games.db"));
    Store store = Store::open(folder.file("games.db"), Access::create);
    CHECK(GameReader(store).read(1));
}

TEST_CASE("a file that is missing, empty or a folder is named, with what to do", "[store]") {
    const Folder folder;
    write_file(folder.file("empty.db"), "");
    CHECK(says(told(folder.file("none.db"), Access::read_only), "no such database"));
    CHECK(says(told(folder.file("none.db"), Access::read_write), "no such database"));
    CHECK(says(told(folder.file("empty.db"), Access::read_only), "empty"));
    CHECK(says(told(folder.file(""), Access::create), "a folder"));
    CHECK(says(told(folder.file("no/such/folder/x.db"), Access::create), "cannot be opened"));
}

TEST_CASE("a file of another program is refused and not changed by a byte", "[store]") {
    const Folder folder;
    const auto text = folder.file("notes.txt");
    write_file(text, "1.e4 e5\n");
    for (const Access access : {Access::read_only, Access::read_write, Access::create})
        CHECK(says(told(text, access), "not a database"));
    CHECK(read_file(text) == "1.e4 e5\n");

    const auto other = folder.file("other.db");
    Connection(other, Connection::Mode::create).run_script("CREATE TABLE t(a)");
    const std::string before = read_file(other);
    for (const Access access : {Access::read_only, Access::read_write, Access::create})
        CHECK(says(told(other, access), "a database of another program"));
    CHECK(read_file(other) == before);
}

TEST_CASE("a database of a newer cofnod is refused politely", "[store]") {
    const Folder folder;
    make_database(folder.file("games.db"));
    Connection(folder.file("games.db"), Connection::Mode::read_write).run_script("PRAGMA user_version = 999");
    for (const Access access : {Access::read_only, Access::read_write, Access::create})
        CHECK(says(told(folder.file("games.db"), access),
                   "written by a newer cofnod (schema 999; this one knows " + std::to_string(newest_schema_version())));
}

TEST_CASE("a database of a cofnod that was never released is refused with the way out, and stays as it is", "[store]") {
    const Folder folder;
    const auto path = folder.file("old.db");
    for (const int version : {-7, 1, first_schema_version() - 1}) {
        make_database(path);
        Connection(path, Connection::Mode::read_write).run_script("PRAGMA user_version = " + std::to_string(version));
        const std::string before = read_file(path);
        for (const Access access : {Access::read_only, Access::read_write, Access::create}) {
            CHECK(says(told(path, access), "written by a cofnod that was never released (schema " +
                                               std::to_string(version) + "; releases begin with 7)"));
        }
        CHECK(read_file(path) == before);
        std::filesystem::remove(path);
    }
}

TEST_CASE("a new database that is interrupted anywhere stays empty", "[store]") {
    const Folder folder;
    int interrupted = 0;
    for (int steps = 1; steps < 100'000; steps += 1 + steps / 7) {
        Connection connection(folder.file("new.db"), Connection::Mode::create);
        sqlite3_progress_handler(
            connection.handle(), steps, [](void*) { return 1; }, nullptr);
        try {
            migrate(connection);
            break;
        } catch (const Error&) {
            ++interrupted;
        }
        sqlite3_progress_handler(connection.handle(), 0, nullptr, nullptr);
        REQUIRE_FALSE(connection.in_transaction());
        REQUIRE(schema_version(connection) == 0);
        REQUIRE_FALSE(Statement::of_text(connection, "SELECT 1 FROM sqlite_schema").step());
    }
    CHECK(interrupted > 10);
    make_database(folder.file("new.db"));
    CHECK(says(told(folder.file("new.db"), Access::read_only), "opened"));
}

TEST_CASE("a damaged database is told from a good one", "[store]") {
    const Folder folder;
    const auto path = folder.file("games.db");
    make_database(path);
    std::string bytes = read_file(path);
    for (std::size_t i = 100; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31);
    write_file(path, bytes);
    std::string message;
    try {
        Store store = Store::open(path, Access::read_only);
        GameReader(store).read(1);
    } catch (const StoreError& error) {
        message = error.what();
    }
    CHECK(says(message, "damaged"));
}

TEST_CASE("a second writer is told that the database is in use", "[store]") {
    const Folder folder;
    make_database(folder.file("games.db"));
    Store first = Store::open(folder.file("games.db"), Access::read_write);
    const Transaction writing(first.connection());
    Store second = Store::open(folder.file("games.db"), Access::read_write);
    second.connection().busy_wait()->set_longest(std::chrono::milliseconds(20));
    try {
        second.set_property("a", "b");
        FAIL("two writers at once");
    } catch (const StoreError& error) {
        CHECK(says(error.what(), "another program is writing"));
    }
}

TEST_CASE("who writes where nothing can be written is told why", "[store]") {
    const Folder folder;
    make_database(folder.file("games.db"));
    Connection reader(folder.file("games.db"), Connection::Mode::read_only);
    CHECK_THROWS_WITH(reader.run_script("DELETE FROM game"), Catch::Contains("cannot be written to"));

    Store store = Store::open(folder.file("games.db"), Access::read_write);
    store.connection().run_script("PRAGMA max_page_count = 1");  // no more pages than exist
    try {
        import_games(store, std::vector<GameRecord>(1000, full_game()), "more.pgn");
        FAIL("there was room");
    } catch (const LimitError& error) {
        CHECK(says(error.what(), "the disk is full"));
        CHECK(says(error.way_out().sentence(), "run the same command again"));
    }
    CHECK(count_games(store, {}) == 1);
}

TEST_CASE("a reader reads on while another program writes", "[store]") {
    const Folder folder;
    make_database(folder.file("games.db"));
    Store writer = Store::open(folder.file("games.db"), Access::read_write);
    const Transaction writing(writer.connection());
    Store reader = Store::open(folder.file("games.db"), Access::read_only);
    CHECK(GameReader(reader).read(1));
}

TEST_CASE("a file name with the signs of a URI is a file name", "[store]") {
    const Folder folder;
    const auto path = folder.file("a?b#c%20d&mode=ro.db");
    make_database(path);
    CHECK(Store::open(path, Access::read_only).property("none") == std::nullopt);
    const Connection immutable(path, Connection::Mode::immutable);
    CHECK(schema_version(immutable) == newest_schema_version());
}

TEST_CASE("properties are kept and can be changed", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    store.set_property("moves", "e8-1");
    store.set_property("moves", "e8-2");
    CHECK(store.property("moves") == "e8-2");
    CHECK_FALSE(store.property("keys"));
}

TEST_CASE("a transaction that is not committed was never there", "[store]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    {
        const Transaction transaction(store.connection());
        store.set_property("a", "1");
    }
    CHECK_FALSE(store.property("a"));
}

TEST_CASE("a hostile trigger does not run", "[store]") {
    const Folder folder;
    const auto path = folder.file("games.db");
    make_database(path);
    Connection(path, Connection::Mode::read_write)
        .run_script("CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM player; END");
    Store store = Store::open(path, Access::read_write);
    import_games(store, {paris_game()}, "second.pgn");
    CHECK(GameReader(store).header(2)->white == "Morphy, Paul");
}

TEST_CASE("pages that lead to one another again end a reader with a message", "[store]") {
    const Folder folder;
    const auto path = folder.file("games.db");
    std::int64_t root = 0;
    {
        Store store = Store::open(path, Access::create);
        import_games(store, std::vector<GameRecord>(500, paris_game()));
        root = std::stoll(rows(store, "SELECT rootpage FROM sqlite_schema WHERE name = 'game'").front());
    }
    // In an interior page of a table, byte 0 is its type, 5; bytes 8 to 11 are its last child; from byte 12 on are the
    // offsets of its cells, each of which begins with a child. Makes the last child the first again.
    std::string bytes = read_file(path);
    char* const page = bytes.data() + (root - 1) * 16384;
    REQUIRE(page[0] == 5);
    const auto byte = [&](int at) { return static_cast<unsigned char>(page[at]); };
    std::copy_n(page + (byte(12) << 8 | byte(13)), 4, page + 8);
    write_file(path, bytes);

    Store store = Store::open(path, Access::read_only);
    GameReader reader(store);
    const auto message = [](const auto& read) -> std::string {
        try {
            read();
        } catch (const StoreError& error) {
            return error.what();
        }
        return "read";
    };
    CHECK(says(message([&] { reader.for_each({}, {}, [](std::int64_t, const GameRecord&) { return true; }); }),
               "out of order"));
    CHECK(
        says(message([&] { reader.for_each_header({}, {}, [](const GameHeader&) { return true; }); }), "out of order"));
    CHECK(says(message([&] { reader.scan_moves(1, 500, [](const GameMoves&) { return true; }); }), "out of order"));
    CHECK(says(message([&] {
                   for (GameCursor games(store, {}); games.next();) {
                   }
               }),
               "out of order"));
}

TEST_CASE("a database with flipped bits is read or refused, and never ends the program", "[store]") {
    const Folder folder;
    const auto path = folder.file("games.db");
    {
        Store store = Store::open(path, Access::create);
        import_games(store, {paris_game(), full_game()});
    }
    const std::string good = read_file(path);
    std::mt19937_64 random(1950);
    for (int i = 0; i < 400; ++i) {
        std::string bytes = good;
        // Most of a small database is empty pages: flip only nonzero bytes.
        for (int flips = 0; flips < 4;) {
            const std::size_t at = random() % bytes.size();
            if (bytes[at] == 0) continue;
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
            ++flips;
        }
        if (i % 10 == 0) bytes.resize(random() % bytes.size());
        write_file(path, bytes);
        try {
            Store store = Store::open(path, Access::read_only);
            GameReader reader(store);
            reader.for_each({}, {}, [](std::int64_t, const GameRecord&) { return true; });
            reader.for_each_header({.terms = {term(F::player, "morphy")}}, {}, [](const GameHeader&) { return true; });
            summary_by_rows(store);
            for_each_problem(store, 0, [](const ProblemRow&) { return true; });
        } catch (const Error& error) {
            CHECK_FALSE(std::string(error.what()).empty());
        }
    }
}
