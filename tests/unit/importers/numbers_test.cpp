// Move numbers: those that show that a move is missing, and numbers that are not move numbers.

#include <catch2/catch.hpp>

#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

TEST_CASE("White's next number where Black is to move: a move is missing, and nothing is played behind it",
          "[importers]") {
    for (const char* const text : {"1. P-K4 P-K4 2. P-Q3 3. Kt-KB3 Kt-QB3 4. P-KR3 P-KR3 *",
                                   "1. P-K4 P-K4 2. P-Q3 . . . 3. Kt-KB3 Kt-QB3 4. P-KR3 P-KR3 *"}) {
        const GameRecord game = read_game(text);
        CHECK(game.san == "1.e4 e5 2.d3");
        CHECK(game.state == GameState::incomplete);
        CHECK(game.unread == "3. Kt-KB3 Kt-QB3 4. P-KR3 P-KR3");
        REQUIRE_FALSE(game.problems.empty());
        CHECK(game.problems[0].group() == ProblemGroup::misnumbered_move);
        CHECK(game.problems[0].severity == Severity::fault);
    }
}

TEST_CASE("plies that are numbered one by one are all played", "[importers]") {
    CHECK(read_game("1. e4 2. e5 3. Nf3 4. Nc6 *").state == GameState::complete);
}

TEST_CASE("a number that skips moves ends the game, a misprinted one is told once", "[importers]") {
    const GameRecord gap = read_game("1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *");
    CHECK(gap.state == GameState::incomplete);
    CHECK(gap.san == "1.e4 e5");
    CHECK(gap.unread == "3. Nf3 Nc6 4. Bb5 a6");
    REQUIRE(gap.problems.size() == 1);
    CHECK(sentence(gap.problems[0].reason) == "3 stands where 2 is due");
    const GameRecord misprint = read_game("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6 *");
    CHECK(misprint.state == GameState::complete);
    REQUIRE(misprint.problems.size() == 1);
    CHECK(sentence(misprint.problems[0].reason) == "3 stands where 2 is due");
    CHECK(read_game("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n31. e4 Kd7 32. e5 *").problems.empty());
}

TEST_CASE("a number in brackets is a remark, and the game goes on behind it", "[importers]") {
    for (const Format format : {Format::pgn, Format::prose}) {
        const GameRecord game = read_game("1. e4 (0) e5 ( 2 ) 2. Nf3 (17) Nc6 1-0\n", format);
        CHECK(game.san == "1.e4 e5 2.Nf3 Nc6");
        CHECK(game.result == Result::white_wins);
        CHECK(game.annotations.size() == 3);
    }
}

TEST_CASE("a dash may stand behind the number of a move", "[importers]") {
    CHECK(read_game("1- e4 e5 2- Nf3 Nc6 1-0\n", Format::prose).san == "1.e4 e5 2.Nf3 Nc6");
    CHECK(read_game("1- e4 e5 1-0").result == Result::white_wins);
}

TEST_CASE("a dash of any length, or a comma, parts two moves", "[importers]") {
    for (const char* const text : {"1. e4 - e5 2. Nf3 - Nc6 *", "1. e4 – e5 2. Nf3 — Nc6 *",
                                   "1. e4 , e5 2. Nf3 , Nc6 *", "1. P-K4 — P-K4 2. Kt-KB3 – Kt-QB3 *"}) {
        CAPTURE(text);
        CHECK(read_game(text).san == "1.e4 e5 2.Nf3 Nc6");
    }
}

TEST_CASE("a lone N is the sign of a novelty, where pieces do not stand apart from their squares", "[importers]") {
    const GameRecord novelty = read_game("1. d4 N f6 2. c4 e6 *");
    CHECK(novelty.san == "1.d4 f6 2.c4 e6");
    REQUIRE(novelty.problems.size() == 1);
    CHECK(novelty.problems[0].group() == ProblemGroup::ambiguous_move);
    CHECK(read_game("1. e4 e5 2. N f3 N c6 3. B b5 a6 *").san == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6");
}

TEST_CASE("a comment that ends with the text is kept behind a move that cannot be read", "[importers]") {
    CHECK(read_game("1. e4 e5 2. Nf3 Zz9 Nc6 ; good", Format::prose).unread == "Zz9 Nc6 ; good");
}

TEST_CASE("a bracket that turns out to stand in a comment opens no variation", "[importers]") {
    const GameRecord game = read_game("1. e4 e5 {a {b} ( ( ( } ; 2. Nf3 Nc6 *", Format::prose);
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6");
}

TEST_CASE("of two unread parts that an earlier import left, both are kept", "[importers]") {
    const GameRecord chess = read_game("1. e4 e5 {[%unread one]} {[%unread two]} *");
    CHECK(chess.unread == "one two");
    CHECK(chess.problems.size() == 1);
    const GameRecord camelot = read_game("[GameType \"Camelot\"]\n\n1. E6-E8 {[%unread one]} {[%unread two]} *");
    CHECK(camelot.unread == "one two");
}

TEST_CASE("what an earlier import could not read is kept beside what this one cannot", "[importers]") {
    CHECK(read_game("1. e4 e5 {[%unread one]} 2. Zz9 *").unread == "one Zz9");
    CHECK(read_game("1. e4 e5 {[%unread one]} {never closed").unread == "one {never closed");
    CHECK(read_game("[GameType \"Camelot\"]\n\n1. E6-E8 {[%unread one]} A4-A5 *").unread == "one A4-A5");
}

TEST_CASE("the remedy for an ambiguous move stands below that move", "[importers]") {
    const GameRecord game = read_game("1. Nf3 d6 2. d3 e5 Black won 3. Nd2 Be7 1/2-1/2");
    for (const Problem& problem : game.problems)
        CHECK((problem.group() == ProblemGroup::ambiguous_move) ==
              sentence(problem.advice).starts_with("write which is meant"));
}
