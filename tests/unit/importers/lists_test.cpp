// Lists of positions and of moves.

#include <catch2/catch.hpp>

#include "collect.hpp"
#include "games/record/record.hpp"
#include "importers/formats/lists/lists.hpp"

using namespace cofnod;
using namespace cofnod::importers;

TEST_CASE("positions between games are read behind the markup of a page", "[importers][lists]") {
    const Collected found = read_text(
        "[White \"b\"]\n\n1. e4 e5 *\n\n<b>8/8/8/8/8/8/8/K1k5 w - - 0 1\n<p><i>8/8/8/8/8/8/8/K2k4 w - - 0 1\n",
        Format::pgn);
    REQUIRE(found.games.size() == 3);
    CHECK(found.games[1].start == "8/8/8/8/8/8/8/K1k5 w - - 0 1");
    CHECK(found.games[2].start == "8/8/8/8/8/8/8/K2k4 w - - 0 1");
}

TEST_CASE("positions between the games of PGN are records", "[importers][lists]") {
    const std::string text =
        "[Event \"a\"]\n\n1. e4 e5 *\n\n8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";\nwords\n"
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n1. O-O *\n\n[Event \"b\"]\n\n1. d4 *\n";
    const Collected found = read_text(text, Format::pgn);
    REQUIRE(found.games.size() == 4);
    CHECK(found.games[1].start == "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1");
    CHECK(found.games[1].tags.find("id") == "WAC.002");
    CHECK(found.games[1].span.line == 5);
    CHECK(text.substr(found.games[1].span.begin).starts_with("8/7p"));
    CHECK(found.games[2].san == "1.O-O");
    CHECK(found.games[2].span.line == 7);
    CHECK(found.games[3].tags.find("Event") == "b");
}

TEST_CASE("a list of UCI moves is one game a line, and a score over several lines is none", "[importers][lists]") {
    const auto is_list = [](const char* text) { return lists::looks_like_uci(text, "standard input"); };
    CHECK(is_list("e2e4 e7e5\n-\nd2d4 d7d5\n"));
    CHECK(is_list("-\ne2e4\n-\n-\ng1f3\n"));
    CHECK(is_list("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n-\n"));
    CHECK_FALSE(is_list("e2e4 e7e5\ng1f3 b8c6\nf1b5 a7a6\n"));
    CHECK_FALSE(is_list("e2e4\ne7e5\ng1f3\nb8c6\n"));
    CHECK(is_list("-\n-\n"));
    CHECK_FALSE(is_list(""));
    CHECK_FALSE(is_list("e4 e5\n"));
}

TEST_CASE("a file that is named .uci is a list, wherever its games begin", "[importers][lists]") {
    const auto is_list = [](const char* text) { return lists::looks_like_uci(text, "games/A.UCI"); };
    CHECK(is_list("e2e4 e7e5\ng1f3 b8c6\nf1b5 a7a6\n"));
    CHECK(is_list("-\n-\n"));
    CHECK(is_list("F7-F8 F11-F9\n-\n"));
    CHECK(lists::looks_like_uci("-\n", "games.uci.gz"));
    CHECK_FALSE(is_list("1. e4 e5\n"));
    CHECK_FALSE(is_list(""));
}

TEST_CASE("a line without a move is a game without moves, so that the others keep their numbers",
          "[importers][lists]") {
    const Collected found = read_text("e2e4 e7e5\n-\nfen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nd2d4 d7d5\n", Format::uci);
    REQUIRE(found.games.size() == 4);
    CHECK(found.games[0].ply_count == 2);
    CHECK(found.games[1].ply_count == 0);
    CHECK(found.games[1].span.line == 2);
    CHECK(found.games[2].start == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(found.games[3].ply_count == 2);
}

TEST_CASE("the counters of EPD operations belong to the position", "[lists]") {
    const GameRecord game = read_game("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 31; id \"a\";\n", Format::positions);
    CHECK(game.start == "4k3/8/8/8/8/8/8/4K2R w K - 7 31");
    CHECK(game.tags.find("hmvc") == "7");
    CHECK(game.tags.find("fmvn") == "31");
    CHECK(game.tags.find("id") == "a");
    const GameRecord half = read_game("4k3/8/8/8/8/8/8/4K2R w K - id \"a\"; fmvn 31;\n", Format::positions);
    CHECK(half.start == "4k3/8/8/8/8/8/8/4K2R w K - 0 31");
    const GameRecord odd = read_game("4k3/8/8/8/8/8/8/4K2R w K - 3 4 fmvn x; hmvc 7;\n", Format::positions);
    CHECK(odd.start == "4k3/8/8/8/8/8/8/4K2R w K - 3 4");
    CHECK(odd.tags.find("fmvn") == "x");
    CHECK(odd.tags.find("hmvc") == "7");
}

TEST_CASE("a UCI list may have nothing but games without moves", "[lists]") {
    CHECK(read_text("-\n").games.size() == 1);
    CHECK(read_text("-\n-\n").games.size() == 2);
    CHECK(read_text("-\nsome words\n").games.empty());
}
