// Databases whose rows repeat endlessly: all children of a page of their tables are its first child.

#include <catch2/catch.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/ways_out.hpp"
#include "helpers.hpp"
#include "store/aliases.hpp"
#include "store/connection.hpp"
#include "store/game_cursor.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/rows.hpp"
#include "store/segments.hpp"
#include "store/statistics.hpp"
#include "store/tag_scan.hpp"
#include "store/works.hpp"

using namespace cofnod;
using namespace cofnod::store;
using namespace cofnod::store::test;

namespace {

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint32_t number = 0;
    for (const char byte : bytes.substr(at, size)) number = number << 8 | static_cast<unsigned char>(byte);
    return number;
}

/// Replaces all children of a page by the first. In SQLite's format an interior page begins with 2 or 5, its last child
/// is at 8, the number of its cells at 3 and their offsets from 12 on; a cell begins with a child.
void turn_back(std::string& bytes, std::size_t root) {
    const std::size_t page_size = number_at(bytes, 16, 2), page = (root - 1) * page_size;
    REQUIRE((bytes[page] == 2 || bytes[page] == 5));
    const auto child_at = [&](std::uint32_t cell) { return page + number_at(bytes, page + 12 + 2 * cell, 2); };
    const std::string first = bytes.substr(child_at(0), 4);
    const std::uint32_t cells = number_at(bytes, page + 3, 2);
    for (std::uint32_t cell = 1; cell < cells; ++cell) bytes.replace(child_at(cell), 4, first);
    bytes.replace(page + 8, 4, first);
}

constexpr std::int64_t count = 3000;

/// Creates games 1 to `count`, all equal, then runs `sql`.
void make(const std::filesystem::path& path, const std::string& sql) {
    Store store = Store::open(path, Access::create);
    import_games(store, std::vector<GameRecord>(count, paris_game()));
    store.connection().run_script("WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < " +
                                  std::to_string(count) + ") " + sql);
}

/// Returns a database in which `table` is damaged like that; `sql` fills it from n.
Store damaged(const std::filesystem::path& path, const std::string& table, const std::string& sql = "SELECT 1") {
    make(path, sql);
    std::size_t root = 0;
    {
        const Store store = Store::open(path, Access::read_only);
        root = std::stoul(rows(store, "SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'").front());
    }
    std::string bytes = read_file(path);
    turn_back(bytes, root);
    write_file(path, bytes);
    return Store::open(path, Access::read_only);
}

/// Checks the error and when it is thrown: "MESSAGE after ROWS rows". `read` calls its argument for each row.
void check_refused(const std::function<void(const std::function<void()>&)>& read) {
    std::int64_t seen = 0;
    try {
        read([&] {
            if (++seen > count) throw std::runtime_error("more rows than there are");
        });
        FAIL("nothing was said");
    } catch (const StoreError& error) {
        INFO(error.what());
        CHECK(std::string_view(error.what()).find("damaged (rows are out of order)") != std::string_view::npos);
        CHECK(error.way_out().kind() == WayOut::Kind::recover_database);
    }
}

}  // namespace

TEST_CASE("games that come again and again are refused by all that reads them in order", "[store][damage]") {
    const Folder folder;
    Store store = damaged(folder.file("games.db"), "game");
    GameReader reader(store);
    const auto go_on = [](const std::function<void()>& each) { return [&](const auto&...) { return each(), true; }; };

    check_refused([&](const auto& each) { reader.for_each({}, {}, go_on(each)); });
    check_refused([&](const auto& each) { reader.for_each_header({}, {}, go_on(each)); });
    check_refused([&](const auto& each) { reader.scan_moves(1, count, go_on(each)); });
    check_refused([&](const auto& each) { for_each_segment_game(store, 1, count, [&](const auto&) { each(); }); });
    check_refused([&](const auto& each) { for_each_ply_count(store, 1, count, [&](auto, auto) { each(); }); });
    check_refused([&](const auto& each) { for_each_facts(store, 1, count, [&](const auto&) { each(); }); });
    check_refused([&](const auto& each) { TagScan(store, {"Round"}).for_each(1, count, [&](auto, auto) { each(); }); });
    check_refused([&](const auto& each) {
        for (GameCursor games(store, {}); games.next();) each();
    });
}

TEST_CASE("annotations that come again and again end in an error, not in a list without end", "[store][damage]") {
    const Folder folder;
    const Store store = damaged(folder.file("games.db"), "game_annotation",
                                "INSERT INTO game_annotation (game, content) SELECT n, zeroblob(100) FROM n");
    check_refused([&](const auto&) { annotated_games(store, 1, count); });
}

TEST_CASE("names that come again and again end in an error, not in a list without end", "[store][damage]") {
    const Folder folder;
    const Store store =
        damaged(folder.file("games.db"), "player", "INSERT OR IGNORE INTO player SELECT n, printf('%060d', n) FROM n");
    check_refused([&](const auto& each) {
        TagScan scan(store, {"White"});
        scan.for_each(1, count, [&](auto, auto) {
            if (scan.value(0)) each();
        });
    });
}

TEST_CASE("tags of games in no order are refused", "[store][damage]") {
    const Folder folder;
    const Store store =
        damaged(folder.file("games.db"), "game_tag", "INSERT INTO game_tag SELECT n, 3, printf('%060d', n) FROM n");
    check_refused([&](const auto& each) { TagScan(store, {"Round"}).for_each(1, count, [&](auto, auto) { each(); }); });
}

TEST_CASE("players, sources, segments and works that come again and again are no lists without end",
          "[store][damage]") {
    const auto refused = [](const std::string& table, const std::string& columns, const auto& read) {
        INFO(table);
        const Folder folder;
        const Store store = damaged(folder.file("games.db"), table,
                                    "INSERT OR IGNORE INTO " + table + " SELECT " + columns + " FROM n");
        check_refused([&](const auto&) { read(store); });
    };
    refused("player", "n, printf('%060d', n)", [](const Store& store) { people(store); });
    refused("player", "n, printf('%060d', n)", [](const Store& store) { named_rows(store, HeaderField::player); });
    refused("source", "n, 1, printf('%060d', n), NULL, 'pgn', '', 1, n, 'done', 0, 0, 0, 0, 0, 0, 0, 0, NULL",
            [](const Store& store) { sources(store); });
    refused("segment", "n, n, n, 1, 1, 0", [](const Store& store) { segments(store); });
    refused("position_few", "(1 << 32) + n, zeroblob(100)", [](const Store& store) {
        SegmentReader(store).for_each_number(SegmentTable::few, 1, [](std::uint32_t) {});
    });
    refused("witness", "1, n", [](const Store& store) { witnesses_of(store, 1); });
}

TEST_CASE("problems that come again and again are refused, by their games and by their numbers", "[store][damage]") {
    for (const char* key : {"n, 1", "1, n"}) {
        const Folder folder;
        const Store store = damaged(folder.file("games.db"), "problem",
                                    "INSERT INTO problem SELECT " + std::string(key) +
                                        ", 'no_result', 'none', '[]', 'note', 1, 1, 1, 1, printf('%060d', n), 0, 0, "
                                        "'none', '[]', NULL, NULL FROM n");
        check_refused(
            [&](const auto& each) { for_each_problem(store, 0, [&](const ProblemRow&) { return each(), true; }); });
    }
}

TEST_CASE("what would count rows without end is told as damage; rows one by one may be as many as there are",
          "[store][damage]") {
    const Folder folder;
    Store store = Store::open(folder.file("games.db"), Access::create);
    const std::string endless = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) ";
    CHECK_THROWS_WITH(rows(store, endless + "SELECT sum(n) FROM n"), Catch::Contains("cyclic pages"));
    CHECK_THROWS_AS(store.connection().run_script(endless + "UPDATE _counts SET count = (SELECT sum(n) FROM n)"),
                    StoreError);
    Statement each = Statement::of_text(store.connection(), endless + "SELECT n FROM n");
    for (int i = 0; i < 5'000'000; ++i) each.step();
    CHECK(each.integer(0) == 5'000'000);
}

TEST_CASE("what was wrong with a game is no list without end", "[store][damage]") {
    const Folder folder;
    Store store = damaged(folder.file("games.db"), "problem",
                          "INSERT INTO problem SELECT 1, n, 'no_result', 'none', '[]', 'note', 1, 1, 1, 1, "
                          "printf('%060d', n), 0, 0, 'none', '[]', NULL, NULL FROM n");
    GameReader reader(store);
    CHECK(reader.read(2));
    check_refused([&](const auto&) { reader.read(1); });
}
