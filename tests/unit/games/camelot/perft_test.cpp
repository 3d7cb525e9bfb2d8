#include "games/camelot/movegen.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "games/camelot/notation.hpp"

using namespace cofnod::camelot;

namespace {

/// Deeper tests, with more lines than this, are left to the benchmarks.
constexpr std::uint64_t longest = 5'000'000;

void check_line(const std::string& line) {
    std::istringstream fields(line);
    std::string text;
    std::getline(fields, text, ';');
    const auto position = read_position(text);
    INFO(text);
    REQUIRE(position);
    char d = 0;
    int depth = 0;
    std::uint64_t by_path = 0, by_result = 0;
    while (fields >> d >> depth >> by_path >> by_result) {
        INFO("depth " << depth);
        if (by_path <= longest) CHECK(perft(*position, depth, Branching::by_path) == by_path);
        if (by_result <= longest) CHECK(perft(*position, depth, Branching::by_result) == by_result);
        fields.ignore(100, ';');
    }
    CHECK(depth >= 3);
}

}  // namespace

TEST_CASE("the numbers of lines by path and by result are those that other programs count", "[camelot][perft]") {
    std::ifstream file(COFNOD_ROOT "/tests/perft/camelot.perft");
    REQUIRE(file);
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && line[0] != '#') check_line(line);
}

TEST_CASE("a game that is over has no lines", "[camelot][perft]") {
    const auto won =
        read_position("*****NN*****/**8**/*10*/12/12/12/12/12/12/12/12/12/3m8/*10*/**8**/*****2***** b 00");
    REQUIRE(won);
    CHECK(perft(*won, 1, Branching::by_path) == 0);
    CHECK(perft(*won, 1, Branching::by_result) == 0);
}
