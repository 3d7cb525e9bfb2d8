#include <catch2/catch.hpp>

#include "../camelot/playout.hpp"
#include "games/camelot/judge.hpp"
#include "games/record/replay.hpp"
#include "games/record/with_game.hpp"

using namespace cofnod;
using namespace cofnod::camelot::testing;

TEST_CASE("with_game calls with the game of the kind", "[game]") {
    CHECK(name_of(GameKind::chess) == "chess");
    CHECK(name_of(CamelotGame::kind) == "camelot");
    CHECK(with_game(CamelotGame::kind, [](auto game) { return std::same_as<decltype(game), CamelotGame>; }));
}

TEST_CASE("a record of Camelot is replayed from its paths, on whatever board it begins", "[game][camelot]") {
    Dice dice(5);
    for (const camelot::Position& start : starts()) {
        GameRecord record;
        record.kind = CamelotGame::kind;
        if (!(start == camelot::Position::initial())) record.start = camelot::write_position(start);
        camelot::Packer packer(start);
        std::vector<camelot::Path> paths;
        camelot::Position last = start;
        play_random_game(start, dice, 80, [&](const camelot::Position& before, const camelot::Path& path) {
            packer.push(before, path);
            paths.push_back(path);
            last = before;
            last.play(camelot::effect_of(before, path));
        });
        record.moves = packer.take();
        CHECK(start_position<CamelotGame>(record) == start);
        CHECK(main_line<CamelotGame>(record) == paths);
        CHECK(position_after<CamelotGame>(record, 1000).key() == last.key());

        camelot::Replayer replayer(start);
        replayer.read(record.moves);
        for (const camelot::Path& path : paths) {
            REQUIRE(replayer.next());
            REQUIRE(replayer.path() == path);
            REQUIRE(replayer.move() == camelot::effect_of(replayer.before(), path));
        }
        CHECK_FALSE(replayer.next());
        CHECK_FALSE(replayer.is_damaged());
        CHECK(replayer.key() == last.key());
    }
}

TEST_CASE("a number of a move of Camelot gives it back, and one that was made up none", "[game][camelot]") {
    play_random_games(3, [](const camelot::Position& before, const camelot::Path& path) {
        const camelot::Move move = camelot::effect_of(before, path);
        const auto back = CamelotGame::move_with_number(before, CamelotGame::number_of(before, move));
        if (!CamelotGame::has_move_numbers(before)) return;
        if (back != move) FAIL_CHECK(camelot::write_path(before, path));
        if (camelot::effect_of(before, CamelotGame::ply_of(before, move)) != move)
            FAIL_CHECK(camelot::write_path(before, path));
    });
    const auto initial = camelot::Position::initial();
    for (const std::uint32_t number : {0U, 0xFFFFU, 1U << 25, 1U << 31, ~0U})
        CHECK_FALSE(CamelotGame::move_with_number(initial, number));
}

TEST_CASE("a Knight that cantered past its prey has a path, though the rules forbid it", "[game][camelot]") {
    const auto now = placed("NE5 ME6 MF8 MC8 mD7 mA12 mB12");
    const camelot::Path loose = path("E5-E7-G9");
    REQUIRE(camelot::judge(now, loose).fault == camelot::RuleFault::knight_passed_prey);
    const camelot::Move move = camelot::effect_of(now, loose);
    CHECK(CamelotGame::ply_of(now, move) == loose);
    CHECK(CamelotGame::move_with_number(now, CamelotGame::number_of(now, move)) == move);
}

TEST_CASE("a game that is said to have four thousand million plies takes no memory for them", "[game][damage]") {
    GameRecord record;
    record.ply_count = 4294967295;
    record.final_check = 1;
    CHECK(main_line<ChessGame>(record).capacity() == 0);
    record.kind = CamelotGame::kind;
    CHECK(main_line<CamelotGame>(record).capacity() == 0);
}
