#include "index/extractor.hpp"
#include "store/connection.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "../search/archive.hpp"
#include "index/upkeep.hpp"

using namespace cofnod;
using namespace cofnod::search::test;

namespace {

/// Keeps the rows of a segment.
class Rows final : public store::SegmentOutput {
public:
    void begin(const store::SegmentRow& row) override { positions = row.positions; }
    void begin_lines() override {}
    void add(store::SegmentTable table, std::uint32_t number, std::string_view content) override {
        parts[{table, number}] = content;
    }
    void finish() override {}
    bool operator==(const Rows& other) const {
        return std::tie(positions, parts) == std::tie(other.positions, other.parts);
    }

    std::int64_t positions = 0;
    std::map<std::pair<store::SegmentTable, std::uint32_t>, std::string> parts;
};

/// Returns the rows of a segment of all games. `played`: lines of some games, or nullptr.
auto rows_of(Archive& archive, index::PlayedGames* played) {
    auto rows = std::make_unique<Rows>();
    index::make_segment(archive.store(), 1, 300, 2, {}, *rows, played);
    return rows;
}

PlayedLine line_of(const RandomGame& game) {
    PlayedLine line;
    line.begin(game.positions[0].key());
    for (std::size_t i = 0; i < game.moves.size(); ++i) line.add(game.moves[i], game.positions[i + 1].key());
    return line;
}

}  // namespace

TEST_CASE("lines that were kept give the index of a replay", "[index]") {
    Archive archive;
    const auto by_replay = rows_of(archive, nullptr);
    const std::size_t step = GENERATE(1, 3);
    index::PlayedGames played;
    for (std::size_t i = 0; i < archive.games().size(); i += step) {
        const RandomGame& game = archive.games()[i].game;
        if (game.moves.empty()) continue;
        played.add(static_cast<std::int64_t>(i) + 1, game.bytes, line_of(game));
    }
    CHECK(*rows_of(archive, &played) == *by_replay);
}

TEST_CASE("a line is taken for its game as long as that has its moves", "[index]") {
    Archive archive;
    const auto by_replay = rows_of(archive, nullptr);
    const RandomGame& game = archive.games()[7].game;
    REQUIRE_FALSE(game.moves.empty());
    PlayedLine other = line_of(game);
    other.keys.front() ^= std::uint64_t{1} << 63;  // start position, with the pawns of many other games
    index::PlayedGames played;
    SECTION("the same moves") {
        played.add(8, game.bytes, other);
        CHECK_FALSE(*rows_of(archive, &played) == *by_replay);
    }
    SECTION("other moves") {
        played.add(8, game.bytes + "x", other);
        CHECK(*rows_of(archive, &played) == *by_replay);
    }
    SECTION("another start") {
        played.add(8, game.bytes, other);
        archive.store().connection().run_script(
            "UPDATE game SET start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' WHERE id = 8");
        CHECK(*rows_of(archive, &played) == *rows_of(archive, nullptr));
    }
    SECTION("forgotten") {
        played.add(8, game.bytes, other);
        played.forget(8);
        CHECK(*rows_of(archive, &played) == *by_replay);
    }
}
