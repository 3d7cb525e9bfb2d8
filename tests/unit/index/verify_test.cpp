#include "index/upkeep.hpp"

#include <catch2/catch.hpp>

#include <random>

#include "../search/archive.hpp"
#include "store/statement.hpp"

using namespace cofnod;
using namespace cofnod::search;
using namespace cofnod::search::test;

namespace {

std::vector<std::string> differences(Archive& archive, unsigned threads) {
    std::vector<std::string> found;
    for (const store::SegmentRow& row : store::segments(archive.store()))
        index::verify_segment(archive.store(), row, threads, {},
                              [&](const std::string& what) { found.push_back(what); });
    return found;
}

void run(Archive& archive, const std::string& sql) {
    store::Statement::of_text(archive.store().connection(), sql).run();
}

std::int64_t number(Archive& archive, const std::string& sql) {
    store::Statement row = store::Statement::of_text(archive.store().connection(), sql);
    return row.step() ? row.integer(0) : 0;
}

}  // namespace

TEST_CASE("a segment made again is the same, whatever the threads", "[index][verify]") {
    Archive archive;
    SECTION("one segment") { index::update(archive.store(), {.threads = 2}); }
    SECTION("several") { index::update(archive.store(), {.threads = 1, .memory = 40 * 2000}); }
    CHECK(differences(archive, 1).empty());
    CHECK(differences(archive, 3).empty());
}

TEST_CASE("a byte changed anywhere in the index is found", "[index][verify][property]") {
    Archive archive;
    index::update(archive.store(), {.threads = 2, .memory = 40 * 6000});
    // Lists of games longer than 1 KiB require more games than these.
    const std::vector<std::string> tables = {"position_few", "pawns_few", "position_shared", "segment_column",
                                             "material"};
    std::mt19937 random(64);
    for (int round = 0; round < 60; ++round) {
        const std::string& table = tables[static_cast<std::size_t>(round) % tables.size()];
        const auto rows = number(archive, "SELECT count(*) FROM " + table + " WHERE length(content) > 0");
        REQUIRE(rows > 0);
        const std::string row =
            std::to_string(number(archive, "SELECT id FROM " + table + " WHERE length(content) > 0 LIMIT 1 OFFSET " +
                                               std::to_string(static_cast<std::int64_t>(random()) % rows)));
        const std::string where = " WHERE id = " + row;
        INFO(table << where);
        const std::string at = std::to_string(1 + random() % 10'000) + " % length(content)";
        run(archive, "SAVEPOINT before");
        switch (random() % 4) {
            case 0: run(archive, "DELETE FROM " + table + where); break;
            case 1: run(archive, "UPDATE " + table + " SET content = CAST(content || x'00' AS BLOB)" + where); break;
            case 2: run(archive, "UPDATE " + table + " SET id = id + 1000003" + where); break;
            case 3:
                run(archive, "UPDATE " + table + " SET content = CAST(substr(content, 1, " + at +
                                 ") || iif(substr(content, 1 + " + at +
                                 ", 1) = x'5a', x'a5', x'5a') || substr(content, 2 + " + at + ") AS BLOB)" + where);
        }
        const auto found = differences(archive, 1);
        CHECK_FALSE(found.empty());
        for (const std::string& what : found) CHECK(what.find(table) != std::string::npos);
        run(archive, "ROLLBACK TO before");
        run(archive, "RELEASE before");
    }
    CHECK(differences(archive, 1).empty());
}

TEST_CASE("a game changed behind the back of the index is found", "[index][verify]") {
    Archive archive;
    index::update(archive.store(), {.threads = 1});
    run(archive, "UPDATE game SET white_elo = 2000 WHERE id = 10");
    const auto found = differences(archive, 1);  // and the statistics of the moves that it played
    REQUIRE_FALSE(found.empty());
    CHECK(found.front() == "table segment_column, results, Elos and years of games 1 to 300: does not match its games");
    run(archive, "UPDATE game SET white_elo = 1509 WHERE id = 10");
    CHECK(differences(archive, 1).empty());
    run(archive, "UPDATE segment SET positions = positions + 1");
    CHECK(differences(archive, 1).size() == 1);
}
