// Moves spelt in another notation than the rest of their game.

#include <catch2/catch.hpp>

#include "base/problem.hpp"
#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

TEST_CASE("a move in English among German ones is read, and a note says so", "[importers][notation]") {
    const GameRecord game = read_game("1. e4 e5 2. Nf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 *");
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6 dxc6");
    CHECK(game.notation == NotationDecision{"de", Decision::best, {}});
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems.front().group() == ProblemGroup::foreign_move);
    CHECK(sentence(game.problems.front().reason) == "Nf3 is read in English, the rest of the game in German");
}

TEST_CASE("a move in German among English ones is read too", "[importers][notation]") {
    const GameRecord game = read_game("1. e4 e5 2. Nf3 Nc6 3. Bb5 Sf6 4. Bxc6 dxc6 *");
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.Bb5 Nf6 4.Bxc6 dxc6");
    CHECK(game.notation.code == "en");
    CHECK(game.problems.size() == 1);
}

TEST_CASE("the moves behind it say that a word was in English, where it could be both", "[importers][notation]") {
    // B is the German pawn: Ba3 could be a3, but then no bishop could capture on f8.
    const GameRecord game = read_game("1. b3 e5 2. Sf3 d6 3. Ba3 Sf6 4. Lxd6 Lxd6 *");
    CHECK(game.san == "1.b3 e5 2.Nf3 d6 3.Ba3 Nf6 4.Bxd6 Bxd6");
    CHECK(game.notation.code == "de");
}

TEST_CASE("a move may have blanks inside and name the taken piece", "[importers][prose]") {
    const GameRecord game = read_game(
        "1. e2-e4 c7-c5 2. Cg1-f3 Cb8-c6 3. d2-d4 c5 x d4 4. Cf3 x Pd4 Cc6x Cd4\n"
        "5. Dd1 x Cd4 d6\n",
        Format::prose);
    CHECK(game.san == "1.e4 c5 2.Nf3 Nc6 3.d4 cxd4 4.Nxd4 Nxd4 5.Qxd4 d6");
}

TEST_CASE("variations of a column may stand in square brackets, several in one pair", "[importers][prose]") {
    const GameRecord game =
        read_game("1.e4 e5 2.Nf3 Nc6 [2...d6 3.d4 ; 2...Nf6 3.Nxe5 (3.d4) ] 3.Bb5 a6 1-0\n", Format::prose);
    CHECK(game.san == "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6");
    std::size_t variations = 0;
    for (std::size_t i = 0; i < game.annotations.size(); ++i)
        variations += game.annotations[i].kind == Annotations::Kind::begin_variation;
    CHECK(variations == 3);
}

TEST_CASE("an illegal move in the game's own letters is a fault, whatever it is in other languages",
          "[importers][notation]") {
    // K is the rook in Turkish, R the knight in Finnish, B the rook in Hungarian, C the knight in Spanish.
    for (const char* const text :
         {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Kb8 5. O-O Nf6 *", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Kg1 Nf6 *",
          "1. e4 e5 2. Rc3 Nc6 3. Nf3 *", "1. e4 e5 2. Nf3 Nc6 3. Bg1 Nf6 *", "1. e4 e5 2. Mf3 Mc6 3. Cc3 Mf6 4. Eb5 *",
          "1. 4د 5د 2. ح3ج ح6و 3. ف5ز 6ح 4. ف4ح م8ز 5. O-O *"}) {
        INFO(text);
        const GameRecord game = read_game(text);
        CHECK(game.state == GameState::incomplete);
        CHECK(game.problems.front().severity == Severity::fault);
    }
}

TEST_CASE("each player may write in his own language: one note for the game", "[importers][notation]") {
    const std::string san = "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7 6.Re1";
    const auto check = [&](const std::string& score, const char* code, const std::string& note) {
        INFO(score);
        const GameRecord game = read_game(score + " *", Format::prose);
        CHECK(game.san == san);
        CHECK(game.state == GameState::complete);
        CHECK(game.notation.code == code);
        REQUIRE(game.problems.size() == 1);
        CHECK(sentence(game.problems.front().reason) == note);
    };
    check("1. e4 e5 2. Mf3 Nc6 3. Eb5 a6 4. Ea4 Nf6 5. O-O Be7 6. Ce1", "cy",
          "White's moves are read in Welsh, Black's in English");
    check("1. e4 e5 2. Кf3 Nc6 3. Сb5 a6 4. Сa4 Nf6 5. O-O Be7 6. Лe1", "ru",
          "White's moves are read in Russian, Black's in English");
    check("1. e4 e5 2. Nf3 Mc6 3. Bb5 a6 4. Ba4 Mf6 5. O-O Ee7 6. Re1", "en",
          "White's moves are read in English, Black's in Welsh");
    check("1. e4 e5 2. Mf3 Sc6 3. Eb5 a6 4. Ea4 Sf6 5. O-O Le7 6. Ce1", "cy",
          "White's moves are read in Welsh, Black's in German");
    check("1. 4د e5 2. ح3ج Nc6 3. ف5ز a6 4. ف4ح Nf6 5. O-O Be7 6. ر1د", "ar",
          "White's moves are read in Arabic, Black's in English");
    check("1. e4 5د 2. Mf3 ح6و 3. Eb5 6ح 4. Ea4 ح6ج 5. O-O ف7د 6. Ce1", "cy",
          "White's moves are read in Welsh, Black's in Arabic");
}

TEST_CASE("moves in a second language are one note", "[importers][notation]") {
    const GameRecord game = read_game("1. e4 e5 2. Nf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. Nc3 Df6 6. O-O *");
    CHECK(game.state == GameState::complete);
    REQUIRE(game.problems.size() == 1);
    CHECK(sentence(game.problems.front().reason) ==
          "2 moves are read in English, Nf3 first, the rest of the game in German");
}
