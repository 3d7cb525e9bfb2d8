// Rows that are not what the first row promises.

#include <catch2/catch.hpp>

#include "collect.hpp"

using namespace cofnod;
using namespace cofnod::importers;

TEST_CASE("a row that ends before the column of plies has none", "[importers][sheet]") {
    const GameRecord game = read_game("Ply,White,Move\n1,A,e4\n2\n3,A,e5\n", Format::sheet);
    CHECK(game.san == "1.e4 e5");
}

TEST_CASE("a cell that is no result is not taken for moves", "[importers][sheet]") {
    const Collected found = read_text("White,Black,Result,Moves\nA,B,1/2-1/2 1. d4 d5 2. c4\n", Format::sheet);
    REQUIRE(found.games.size() == 1);
    CHECK(found.games[0].tags.find("Result") == "1/2-1/2 1. d4 d5 2. c4");
    CHECK(found.games[0].ply_count == 0);
}

TEST_CASE("a column whose name is a paragraph is a tag all the same", "[importers][sheet]") {
    const std::string name(300, 'x');
    const GameRecord game = read_game("White,Black," + name + "1,Moves\nA,B,here,1. d4 d5\n", Format::sheet);
    CHECK(game.tags.find(name.substr(0, 255)) == "here");
    CHECK(game.san == "1.d4 d5");
}
