// Moves that are not spelt as the rest of their game.

#include <catch2/catch.hpp>

#include "base/sentence.hpp"
#include "collect.hpp"
#include "game/record.hpp"

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
    // B is the German pawn: Ba3 is a3, but then no bishop could take on f8.
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
