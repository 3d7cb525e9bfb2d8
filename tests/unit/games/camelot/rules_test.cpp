#include <catch2/catch.hpp>

#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "games/camelot/judge.hpp"
#include "games/camelot/movegen.hpp"
#include "playout.hpp"

using namespace cofnod;
using namespace cofnod::camelot;
using namespace cofnod::camelot::testing;

// Pieces far away from the tested ones keep the game going: "mA12 mB12", "MA4".

TEST_CASE("any piece steps to any free square next to it", "[camelot][rules]") {
    CHECK(legal_texts(placed("ME8 mA12 mB12")) == "E8-D7 E8-D8 E8-D9 E8-E7 E8-E9 E8-F7 E8-F8 E8-F9");
    CHECK(legal_texts(placed("NA4 mK12 mL12")) == "A4-A5 A4-B3 A4-B4 A4-B5");
    CHECK(legal_texts(placed("MC2 mK12 mL12")) == "C2-B3 C2-C3 C2-D2 C2-D3");
}

TEST_CASE("a canter goes over friends, turns as it likes, stops where it likes, and takes nothing",
          "[camelot][rules]") {
    const Position before = placed("MC6 MD7 ME9 mA13 mB13");
    CHECK(legal_texts(before, "C6") == "C6-B5 C6-B6 C6-B7 C6-C5 C6-C7 C6-D5 C6-D6 C6-E8 C6-E8-E10");
    Position after = before;
    after.play(effect_of(before, path("C6-E8-E10")));
    CHECK(after.pieces(Color::white).count() == 3);
}

TEST_CASE("a jump takes an enemy, and goes on while it can", "[camelot][rules]") {
    CHECK(legal_texts(placed("MH4 MA4 mI4 mK5 mA12")) == "H4xJ4xL6");
    CHECK(legal_texts(placed("MH4 mI4 mK5 mI5 mA12 MA4")) == "H4xJ4xH6 H4xJ4xL6 H4xJ6xL4");
}

TEST_CASE("what is jumped is removed at once, and cannot be jumped twice", "[camelot][rules]") {
    // At the end G7 would be next to F8, with H6 beyond it free.
    CHECK(legal_texts(placed("MF6 MA4 mG7 mH9 mG10 mF9 mA13")) == "F6xH8xH10xF10xF8");
}

TEST_CASE("who can jump must capture, with any piece", "[camelot][rules]") {
    CHECK(legal_texts(placed("MC6 MH6 MA4 mD6 mI6 mA12")) == "C6xE6 H6xJ6");
    CHECK(legal_texts(placed("MC6 mD6 ND9 ME9 mG9 mA12")) == "C6xE6 D9-F9xH9");
}

TEST_CASE("if only a Knight's Charge could capture, nothing is owed", "[camelot][rules]") {
    const std::string moves = legal_texts(placed("ND9 ME9 mG9 mA12"), "D9");
    CHECK(moves == "D9-C10 D9-C8 D9-C9 D9-D10 D9-D8 D9-E10 D9-E8 D9-F9xH9");
}

TEST_CASE("a Man does not charge", "[camelot][rules]") {
    CHECK(legal_texts(placed("MD9 ME9 mG9 mA12"), "D9") == "D9-C10 D9-C8 D9-C9 D9-D10 D9-D8 D9-E10 D9-E8 D9-F9");
}

TEST_CASE("a Knight that canters next to prey must capture in that move, there or later", "[camelot][rules]") {
    const std::string pieces = "E5 ME6 MF8 MC8 mD7 mH9 mA12";
    CHECK(legal_texts(placed("N" + pieces), "E5").ends_with("E5-E7-G9xI9 E5-E7xC7 E5-F4 E5-F5 E5-F6"));
    CHECK(legal_texts(placed("M" + pieces), "E5").ends_with("E5-E7 E5-E7-G9 E5-F4 E5-F5 E5-F6"));
}

TEST_CASE("the looser reading of that rule is told from faults that nobody forgives", "[camelot][rules]") {
    // Canters past D7 to G9, where there is nothing to capture.
    const Position before = placed("NE5 ME6 MF8 MC8 mD7 mA12 mB12");
    const Judgement passed = judge(before, path("E5-E7-G9"));
    CHECK(passed.fault == RuleFault::knight_passed_prey);
    CHECK_FALSE(passed.is_legal());
    CHECK(passed.is_playable());
    CHECK_FALSE(judge(before, path("E5-E7")).is_playable());
    // If another piece can jump, the same move is an omitted capture by every reading.
    CHECK(judge(placed("NE5 ME6 MF8 MC8 mD7 mA12 ML4 mK5"), path("E5-E7-G9")).fault == RuleFault::must_capture);
}

TEST_CASE("into the own castle leads only a jump, and it leads on if it can", "[camelot][rules]") {
    CHECK(legal_texts(placed("MF2 MA4 mK12 mL12"), "F2") == "F2-E2 F2-E3 F2-F3 F2-G2 F2-G3");
    CHECK(legal_texts(placed("MF3 MF2 mK12 mL12"), "F3") == "F3-E2 F3-E3 F3-E4 F3-F4 F3-G2 F3-G3 F3-G4");
    CHECK(legal_texts(placed("MH3 MA4 mG2 mA12")) == "H3xF1");
    CHECK(legal_texts(placed("MH3 MA4 mG2 mF2 mA12")) == "H3xF1xF3");
    CHECK(legal_texts(placed("mE14 mA4 MF15 MA12", Color::black)) == "E14xG16");
}

TEST_CASE("a piece in its own castle leaves before anything else happens", "[camelot][rules]") {
    CHECK(legal_texts(placed("MF1 MA5 mB6 mL12")) == "F1-E2 F1-F2 F1-G2");
    CHECK(legal_texts(placed("MF1 MA5 mB6 mF2 mL12")) == "F1xF3");
    CHECK(legal_texts(placed("NF1 MG2 mF2 mI3 mL12")) == "F1-H3xJ3 F1xF3");
    CHECK(legal_texts(placed("MF1 ME2 MG2 mL12 mK12")) == "F1-D3 F1-F2 F1-H3");
}

TEST_CASE("a move ends in the enemy castle, and no piece leaves it", "[camelot][rules]") {
    CHECK(legal_texts(placed("MH14 MA4 mG15 mF15 mA12")) == "H14xF16");
    CHECK(legal_texts(placed("MF14 MF15 mA4 mB4"), "F14") ==
          "F14-E13 F14-E14 F14-E15 F14-F13 F14-F16 F14-G13 F14-G14 F14-G15");
    CHECK(legal_texts(placed("MF16 mF15 mA4 MA8"), "F16") == "F16-G16");
}

TEST_CASE("each side has two castle moves, and none where it must capture", "[camelot][rules]") {
    const std::string pieces = "MF16 ML4 mA12 mB12";
    CHECK(legal_texts(placed(pieces, Color::white, {1, 2}), "F16") == "F16-G16");
    CHECK(legal_texts(placed(pieces, Color::white, {2, 0}), "F16").empty());
    CHECK(legal_texts(placed("MF16 MC8 mD8 mA12")) == "C8xE8");
}

TEST_CASE("a broken rule is named, with the square to blame", "[camelot][rules]") {
    struct Example {
        const char* pieces;
        const char* path;
        RuleFault fault;
        int square;
    };
    const auto example = GENERATE(values<Example>({
        {"MC6 mA12 mB12", "C6", RuleFault::too_short, 0},
        {"MC6 mA12 mB12", "C6-C7-N8", RuleFault::off_the_board, 2},
        {"MC6 mA12 mB12", "D6-D7", RuleFault::no_piece, 0},
        {"MC6 mA12 mB12", "A12-A11", RuleFault::enemy_piece, 0},
        {"MC6 mA12 mB12", "C6-C9", RuleFault::no_step_or_leap, 1},
        {"MC6 mA12 mB12", "C6-D8", RuleFault::no_step_or_leap, 1},
        {"MC6 mA12 mB12", "C6-C6", RuleFault::no_step_or_leap, 1},
        {"MC6 mA12 mB12", "C6-C8", RuleFault::nothing_to_leap_over, 1},
        {"MC6 MC7 mA12 mB12", "C6-C7", RuleFault::square_is_taken, 1},
        {"MC6 MC7 mA12 mB12", "C6-C8-C9", RuleFault::step_in_longer_move, 2},
        {"MC6 MC7 MD7 mA12 mB12", "C6-C8-C6", RuleFault::ends_where_it_began, 2},
        {"MF2 mA12 mB12", "F2-F1", RuleFault::into_own_castle, 1},
        {"MF3 MF2 mA12 mB12", "F3-F1", RuleFault::into_own_castle, 1},
        {"MF14 MF15 MG15 mA12 mB12", "F14-F16-H14", RuleFault::on_from_enemy_castle, 2},
        {"MF16 MA4 mA12 mB12", "F16-F15", RuleFault::never_leaves_castle, 1},
        {"MF16 MA4 mB5 mB12", "F16-G16", RuleFault::must_capture, 0},
        {"MC6 MH6 mD6 mB12", "H6-H7", RuleFault::must_capture, 0},
        {"MH4 mI4 mK5 mA12", "H4-J4", RuleFault::must_jump_on, 1},
        {"NH4 mI4 MK5 mA12", "H4-J4-L6", RuleFault::canter_after_jump, 2},
        {"MD9 ME9 mG9 mA12", "D9-F9-H9", RuleFault::man_canters_and_jumps, 2},
        {"MH4 mI4 MK5 mA12", "H4-J4-L6", RuleFault::man_canters_and_jumps, 2},
        {"MF1 MA5 mA12 mB12", "A5-A6", RuleFault::piece_in_castle_must_move, 0},
        {"MF1 MA5 mF2 mB12", "F1-E2", RuleFault::must_jump_out, 0},
        {"MF1 MA5 mA12 mB12", "F1-G1", RuleFault::into_own_castle, 1},
        {"MF16 MG16 MA5 mA12 mB12", "A5-A6", RuleFault::game_is_over, 0},
    }));
    INFO(example.pieces << ": " << example.path);
    const Judgement judgement = judge(placed(example.pieces), path(example.path));
    CHECK(judgement.fault == example.fault);
    CHECK(static_cast<int>(judgement.square) == example.square);
    CHECK_FALSE(judgement.is_playable());
    CHECK(group_of(kind_of(example.fault)) == cofnod::ProblemGroup::illegal_move);
}

TEST_CASE("castle moves that are used up are a fault of their own", "[camelot][rules]") {
    const Position before = placed("MF16 MA4 mA12 mB12", Color::white, {2, 0});
    CHECK(judge(before, path("F16-G16")).fault == RuleFault::too_many_castle_moves);
}

TEST_CASE("a canter may come to a square twice, and the generator leaves that out", "[camelot][rules]") {
    const Position before = placed("ME5 ME6 MF7 MG6 MF5 mA12 mB12");
    CHECK(is_legal(before, path("E5-E7-G7-G5-E5-E7")));
    CHECK(legal_texts(before, "E5").find("E5-E7-G7-G5-E5") == std::string::npos);
}

TEST_CASE("a game ends as the rules say, and the right side wins", "[camelot][outcome]") {
    struct Example {
        const char* pieces;
        Color turn;
        Outcome outcome;
        Result result;
    };
    const auto example = GENERATE(values<Example>({
        {"MF16 NG16 mA12 mB12", Color::black, Outcome::castle, Result::white_wins},
        {"mF1 nG1 MA12 MB12", Color::white, Outcome::castle, Result::black_wins},
        {"MA4 MB4", Color::black, Outcome::elimination, Result::white_wins},
        {"mA4 mB4", Color::white, Outcome::elimination, Result::black_wins},
        {"MA4", Color::black, Outcome::material, Result::draw},
        {"MA4 nB9", Color::white, Outcome::material, Result::draw},
        {"MA4 MB4 nB9", Color::white, Outcome::none, Result::unknown},
        {"MF16 mA12 mB12", Color::white, Outcome::none, Result::unknown},
    }));
    INFO(example.pieces);
    const Position position = placed(example.pieces, example.turn);
    CHECK(outcome(position) == example.outcome);
    CHECK(result_of(position, outcome(position)) == example.result);
}

TEST_CASE("who has no move loses, if the other has two pieces", "[camelot][outcome]") {
    const Position stuck = placed("MF16 mA12 mB12", Color::white, {2, 0});
    CHECK(outcome(stuck) == Outcome::no_move);
    CHECK(result_of(stuck, Outcome::no_move) == Result::black_wins);
    // The white Man must leave its castle, but its own pieces block every exit; Black has one piece left.
    const Position held = placed("MF1 ME2 MF2 MG2 MD3 MF3 MH3 mA12");
    CHECK(outcome(held) == Outcome::no_move_but_alone);
    CHECK(result_of(held, Outcome::no_move_but_alone) == Result::draw);
}

TEST_CASE("draws by repetition and by fifty moves can be claimed, and end nothing", "[camelot][outcome]") {
    Position game = placed("MA4 MB8 mK12 mL8");
    std::vector<std::uint64_t> keys{game.key()};
    for (int round = 0; round < 25; ++round)
        for (const char* text : {"A4-A5", "K12-K11", "A5-A4", "K11-K12"}) {
            CHECK(is_fifty_move_draw(game.quiet_plies()) == false);
            game.play(effect_of(game, path(text)));
            keys.push_back(game.key());
        }
    CHECK(is_fifty_move_draw(game.quiet_plies()));
    CHECK(outcome(game) == Outcome::none);
    CHECK(earlier_occurrences(keys, game.quiet_plies()) == 25);
    CHECK(earlier_occurrences({keys.data(), 4}, 4) == 0);
}
