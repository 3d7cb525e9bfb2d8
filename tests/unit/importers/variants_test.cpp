#include "base/problem_kinds.hpp"
#include "games/record/record.hpp"
#include "importers/tags.hpp"

#include <catch2/catch.hpp>

#include "base/problem.hpp"
#include "collect.hpp"

using namespace cofnod;
using namespace cofnod::importers;

TEST_CASE("a Variant tag names its game, however it is spelt", "[importers][variants]") {
    CHECK(other_game_of_tag("Crazyhouse") == "Crazyhouse");
    CHECK(other_game_of_tag("three-check") == "Three-check");
    CHECK(other_game_of_tag("King of the Hill") == "King of the Hill");
    CHECK(other_game_of_tag("Seirawan++") == "Seirawan chess");
    CHECK(other_game_of_tag("Gwyddbwyll y Brenin") == "Gwyddbwyll y Brenin");
}

TEST_CASE("chess under its many names is chess", "[importers][variants]") {
    for (const char* name : {"", "?", "Standard", "Chess 960", "From Position", "FischeRandom", "normal", "Classical"})
        CHECK_FALSE(other_game_of_tag(name));
}

TEST_CASE("a position tells its game by its board or its pieces in hand", "[importers][variants]") {
    CHECK(other_game_of_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1") == "Xiangqi");
    CHECK(other_game_of_fen("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1") == "Shogi");
    CHECK(other_game_of_fen("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1") ==
          "Capablanca chess");
    CHECK(other_game_of_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Pn] w KQkq - 0 1") == "Crazyhouse");
    CHECK(other_game_of_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1") ==
          "Seirawan chess");
    CHECK(other_game_of_fen("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1") == "Makruk");
}

TEST_CASE("a faulty position of chess is no other game", "[importers][variants]") {
    CHECK_FALSE(other_game_of_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1"));
    CHECK_FALSE(other_game_of_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1"));
    CHECK_FALSE(other_game_of_fen("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    CHECK_FALSE(other_game_of_fen(""));
}

TEST_CASE("a game of another variant is rejected by name, its text is kept, and the next game is read",
          "[importers][variants]") {
    const Collected found = read_text(
        "[Event \"a\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"]\n\n"
        "1. h2e2 h9g7 1-0\n\n[Event \"b\"]\n\n1. e4 e5 *\n",
        Format::pgn);
    REQUIRE(found.games.size() == 2);
    const GameRecord& game = found.games[0];
    CHECK(game.state == GameState::rejected);
    CHECK(game.source_text.find("1. h2e2 h9g7 1-0") != std::string::npos);
    REQUIRE(game.problems.size() == 1);
    CHECK(game.problems[0].group() == ProblemGroup::unsupported_variant);
    CHECK(sentence(game.problems[0].reason) == "a game of Xiangqi, whose rules cofnod does not know");
    CHECK(game.problems[0].place.line == 2);
    CHECK_FALSE(sentence(game.problems[0].advice).empty());
    CHECK(found.games[1].state == GameState::complete);
}
