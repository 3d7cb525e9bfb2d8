#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "../search/archive.hpp"
#include "games/record/chess_game.hpp"
#include "index/upkeep.hpp"
#include "search/search.hpp"
#include "search/tree.hpp"
#include "store/connection.hpp"
#include "store/segments.hpp"

using namespace cofnod;
using namespace cofnod::search;
using namespace cofnod::search::test;

namespace {

/// Calls each(game, whether the line is a variation, its positions and moves) for the lines that are asked for.
template <typename Each>
void for_each_line(const Archive& archive, Lines lines, const Each& each) {
    for (std::size_t i = 0; i < archive.games().size(); ++i) {
        const auto& entry = archive.games()[i];
        const auto id = static_cast<std::int64_t>(i) + 1;
        if (lines != Lines::variations && !entry.game.moves.empty()) each(id, entry.game);
        if (lines == Lines::main) continue;
        for (const RandomGame& variation : entry.variations) each(id, variation);
    }
}

template <typename Meant>
std::vector<std::int64_t> expected(const Archive& archive, Lines lines, const Meant& meant) {
    std::vector<std::int64_t> ids;
    for_each_line(archive, lines, [&](std::int64_t id, const RandomGame& line) {
        const bool is_variation = &line != &archive.games()[static_cast<std::size_t>(id - 1)].game;
        const auto first = line.positions.begin() + is_variation;  // it leaves the position before
        if (std::any_of(first, line.positions.end(), meant) && (ids.empty() || ids.back() != id)) ids.push_back(id);
    });
    return ids;
}

std::vector<std::int64_t> found(Archive& archive, const Query& query) {
    std::vector<std::int64_t> ids;
    search::search(archive.store(), query, {}, [&](const Hit& hit) {
        ids.push_back(hit.game);
        return true;
    });
    CHECK(search::count(archive.store(), query).hits == static_cast<std::int64_t>(ids.size()));
    return ids;
}

void check_answers(Archive& archive, unsigned seed) {
    std::mt19937 random(seed);
    for (int round = 0; round < 60; ++round) {
        const auto& entry = archive.games()[random() % archive.games().size()];
        const bool is_varied = !entry.variations.empty() && round % 3 != 0;
        const RandomGame& line = is_varied ? entry.variations[random() % entry.variations.size()] : entry.game;
        const chess::Position& position = line.positions[random() % std::min<std::size_t>(line.positions.size(), 4)];
        const Lines lines = static_cast<Lines>(round % 3);
        const auto same = [&](const chess::Position& other) { return other.key() == position.key(); };

        Query exact;
        exact.lines = lines;
        exact.position = WantedPosition(position);
        REQUIRE(found(archive, exact) == expected(archive, lines, same));

        Query pieces;
        pieces.lines = lines;
        const chess::Square king = position.king(chess::Color::white), pawn = position.pieces(chess::Role::pawn).last();
        pieces.pieces.emplace().add(*position.piece_at(king), king);
        pieces.pieces->add(*position.piece_at(pawn), pawn);
        REQUIRE(found(archive, pieces) == expected(archive, lines, [&](const auto& other) {
                    return pieces.pieces->is_in(chess::Replayer(other));
                }));

        std::map<std::uint32_t, std::uint64_t> moves;
        std::uint64_t all = 0;
        for_each_line(archive, lines, [&](std::int64_t, const RandomGame& other) {
            std::vector<std::uint32_t> played;
            for (std::size_t ply = 0; ply < other.positions.size(); ++ply)
                if (same(other.positions[ply]))
                    played.push_back(ply < other.moves.size() ? 1U + other.moves[ply].raw() : 0);
            std::ranges::sort(played);
            played.erase(std::ranges::unique(played).begin(), played.end());
            for (const std::uint32_t move : played) ++moves[move];
            all += !played.empty();
        });
        OpeningTree opening(archive.store(), {}, lines);
        Tree<ChessGame> tree = opening.at<ChessGame>(position);
        opening.count_reached(position, tree);
        REQUIRE(tree.totals.games == all);
        REQUIRE(tree.ended == moves[0]);
        for (const TreeMove<ChessGame>& move : tree.moves) {
            REQUIRE(move.totals.games == moves[1U + move.move.raw()]);
            chess::Position after = position;
            after.play(move.move);
            std::int64_t reached = 0;
            for_each_line(archive, lines, [&](std::int64_t, const RandomGame& other) {
                reached += std::ranges::any_of(
                    other.positions, [&](const chess::Position& there) { return there.key() == after.key(); });
            });
            REQUIRE(move.reached == reached);
        }
    }
}

std::int64_t rows_of_lines(Archive& archive) {
    std::int64_t rows = 0;
    store::SegmentReader reader(archive.store());
    for (const store::SegmentRow& row : store::segments(archive.store()))
        for (std::size_t table = 0; table < store::segment_table_count; ++table)
            reader.for_each_number(static_cast<store::SegmentTable>(table), store::id_of_lines(row.id),
                                   [&](std::uint32_t) { ++rows; });
    return rows;
}

}  // namespace

TEST_CASE("variations are found by the index as by a look through all games", "[index][lines]") {
    Archive archive(4);
    SECTION("without an index") {}
    SECTION("with one segment") { index::update(archive.store(), {.threads = 2}); }
    SECTION("with many small segments, and a gap") {
        index::build_segment(archive.store(), 30, 60, 1);
        index::build_segment(archive.store(), 61, 250, 2);
    }
    SECTION("beside changed games") {
        index::update(archive.store(), {});
        archive.store().connection().run_script(
            "REPLACE INTO changed VALUES (2, 0), (3, 0), (4, 0), (65, 0), (300, 0)");
    }
    check_answers(archive, 5);
}

TEST_CASE("a tree of the variations of some games has the results of these games", "[index][lines]") {
    Archive archive(4);
    const store::HeaderFilter filter{.terms = {{.field = store::HeaderField::white, .text = "Owen"}}};
    const auto totals = [&] {
        return OpeningTree(archive.store(), filter, Lines::all).at<ChessGame>(chess::Position::initial()).totals;
    };
    const index::Totals by_games = totals();
    index::update(archive.store(), {});
    CHECK(totals() == by_games);
    CHECK(by_games.games > 100);
    CHECK(by_games.white_wins > 0);
}

TEST_CASE("the parts of variations are made again to the byte, and go with their segment", "[index][lines]") {
    Archive archive(4);
    index::update(archive.store(), {});
    std::vector<std::string> differences;
    const auto verify = [&] {
        for (const store::SegmentRow& row : store::segments(archive.store()))
            index::verify_segment(archive.store(), row, 2, {},
                                  [&](const std::string& what) { differences.push_back(what); });
    };
    verify();
    CHECK(differences.empty());
    const std::int64_t rows = rows_of_lines(archive);
    CHECK(rows > 10);
    index::optimize(archive.store(), {});
    CHECK(rows_of_lines(archive) == rows);
    const std::string lines = std::to_string(store::id_of_lines(store::segments(archive.store()).front().id));
    archive.store().connection().run_script("DELETE FROM position_few WHERE id >> 32 = " + lines +
                                            "; UPDATE material SET id = id + 1000 WHERE id >> 32 = " + lines);
    verify();
    CHECK(differences.size() > 2);
    store::delete_segment(archive.store(), store::segments(archive.store()).front().id);
    CHECK(rows_of_lines(archive) == 0);
}

TEST_CASE("games without variations have no parts of them", "[index][lines]") {
    Archive archive;
    index::update(archive.store(), {});
    CHECK(rows_of_lines(archive) == 0);
}
