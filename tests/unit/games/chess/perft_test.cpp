#include "games/chess/movegen.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "games/chess/fen.hpp"

using namespace cofnod::chess;

namespace {

/// Deeper tests, with more lines than this, are left to the benchmarks.
constexpr std::uint64_t longest = 50'000'000;

void check_line(const std::string& line) {
    std::istringstream fields(line);
    std::string text;
    std::getline(fields, text, ';');
    const auto fen = read_fen(text);
    INFO(text);
    REQUIRE(fen);
    CHECK_FALSE(fen->dropped_castling);
    char d = 0;
    int depth = 0;
    std::uint64_t lines = 0;
    while (fields >> d >> depth >> lines) {
        INFO("depth " << depth);
        if (lines <= longest) CHECK(perft(fen->position, depth) == lines);
        fields.ignore(100, ';');
    }
}

void check_file(const std::string& name) {
    std::ifstream file(std::string(COFNOD_ROOT "/tests/perft/") + name);
    REQUIRE(file);
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line[0] != '#') check_line(line);
}

}  // namespace

TEST_CASE("the numbers of lines from well-known positions are the well-known ones", "[chess][perft]") {
    check_file("standard.perft");
}

TEST_CASE("the numbers of lines are right where a rule is tried at its corner", "[chess][perft]") {
    check_file("corners.perft");
}

TEST_CASE("the numbers of lines are right in Chess960", "[chess][perft]") { check_file("chess960.perft"); }

TEST_CASE("the lines move by move add up to all lines", "[chess][perft]") {
    std::uint64_t sum = 0;
    for (const auto& [move, lines] : divide(Position::initial(), 3)) sum += lines;
    CHECK(sum == 8902);
}
