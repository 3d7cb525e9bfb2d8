// Lists of positions and of moves.

#include <catch2/catch.hpp>

#include "collect.hpp"

using namespace cofnod;
using namespace cofnod::importers;

TEST_CASE("positions between the games of PGN are records", "[importers][lists]") {
    const std::string text =
        "[Event \"a\"]\n\n1. e4 e5 *\n\n8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";\nwords\n"
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n1. O-O *\n\n[Event \"b\"]\n\n1. d4 *\n";
    const Collected found = read_text(text, Format::pgn);
    REQUIRE(found.games.size() == 4);
    CHECK(found.games[1].start == "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -");
    CHECK(found.games[1].tags.find("id") == "WAC.002");
    CHECK(found.games[1].span.line == 5);
    CHECK(text.substr(found.games[1].span.begin).starts_with("8/7p"));
    CHECK(found.games[2].san == "1.O-O");
    CHECK(found.games[2].span.line == 7);
    CHECK(found.games[3].tags.find("Event") == "b");
}
