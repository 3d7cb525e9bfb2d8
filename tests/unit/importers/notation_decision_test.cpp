#include <catch2/catch.hpp>

#include "base/problem_kinds.hpp"
#include "collect.hpp"
#include "games/record/record.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

NotationDecision decision(const std::string& text) { return read_game(text).notation; }

}  // namespace

TEST_CASE("the notation of a game is found by playing all of it", "[importers][notation]") {
    CHECK(decision("1. e4 e5 2. Mf3 Mc6 3. Eb5 a6 *").code == "cy");
    CHECK(decision("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 *").code == "fr");
    CHECK(decision("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *").code == "de");
    CHECK(decision("1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 *").code == "nl");
    CHECK(decision("1. 4د 5د 2. ح3ج ح6و 3. ف5ز 6ح *").code == "ar");
    CHECK(decision("1. e4 e5 2. ♘f3 ♘c6 3. ♗b5 a6 *").code == "fig");
    CHECK(decision("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 *").code == "fig");
}

TEST_CASE("notations that give the same moves are a tie, and all are named", "[importers][notation]") {
    const NotationDecision tie = decision("1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 *");
    CHECK(tie.how == Decision::tied);
    CHECK(tie.code == "es");
    CHECK(tie.also == std::vector<std::string>{"ca", "it"});
}

TEST_CASE("notations that give different moves are a dispute, and a problem says so", "[importers][notation]") {
    const GameRecord game =
        read_game("1. d4 d5 2. Bf4 1-0");  // English bishop, or German king? no: a pawn's capture there
    CHECK(game.notation.code == "en");
    if (game.notation.how == Decision::disputed)
        CHECK(game.problems.back().group() == ProblemGroup::ambiguous_notation);
}

TEST_CASE("a short score follows the notation of the games before it", "[importers][notation]") {
    const Collected found = read_text("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 *\n\n1. d4 d5 *\n", Format::pgn);
    REQUIRE(found.games.size() == 2);
    CHECK(found.games[1].notation.code == "fr");
    CHECK(found.games[1].notation.how == Decision::tied);
}

TEST_CASE("where no notation reaches the end, the one that comes furthest is kept", "[importers][notation]") {
    const GameRecord game = read_game("1. e4 e5 2. Mf3 Mc6 3. Eb5 a6 4. Xx9 *");
    CHECK(game.notation.code == "cy");
    CHECK(game.notation.how == Decision::best);
    CHECK(game.ply_count == 6);
}

TEST_CASE("a short score at the start of a source follows the games behind it", "[importers][notation]") {
    const Collected found =
        read_text("1. e4 e5 2. Cf3 *\n\n1. d4 d5 2. c4 *\n\n1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. O-O Ff8c5 5. d3 d6 *\n",
                  Format::pgn);
    REQUIRE(found.games.size() == 3);
    for (const GameRecord& game : found.games) CHECK(game.notation.code == "fr");
    CHECK(found.games[0].notation.how == Decision::tied);
    CHECK(found.games[2].notation.how == Decision::only);
}
