#include "base/problem_kinds.hpp"
#include "games/chess/resolve.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/problem.hpp"
#include "games/chess/san.hpp"
#include "notation/described_move.hpp"
#include "notation/languages.hpp"

using namespace cofnod;
using namespace cofnod::chess;

namespace {

const notation::Languages& languages() {
    static const auto all = notation::Languages::built_in();
    return all;
}

std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(" \t") + 1);
    return text.erase(0, text.find_first_not_of(" \t"));
}

/// Returns "b1c3 g1f3 ~ R2D": matching moves in alphabetical order, and the rest of the text.
std::string answer(const std::string& code, const std::string& before, const std::string& text) {
    const notation::Language* language = languages().find(code);
    REQUIRE(language);
    Position position = Position::initial();
    Wings wings;
    std::istringstream words(before == "-" ? "" : before);
    for (std::string word; words >> word;) {
        const auto move = read_uci(position, word);
        REQUIRE(move);
        position.play(*move);
        wings.play(*move);
    }
    const auto read = notation::read_descriptive(*language, text);
    if (!read) return "-";
    const Resolution resolution = resolve(position, read->move, wings);
    if (!resolution) {
        const bool is_ambiguous = resolution.kind == Resolution::Kind::ambiguous;
        CHECK(group_of(explain(position, read->move, resolution).kind) ==
              (is_ambiguous ? ProblemGroup::ambiguous_move : ProblemGroup::illegal_move));
    }
    std::vector<std::string> moves;
    for (const Move move : resolution.moves) moves.push_back(write_uci(move));
    std::sort(moves.begin(), moves.end());
    std::string result;
    for (const std::string& move : moves) result += (result.empty() ? "" : " ") + move;
    if (result.empty()) result = "-";
    const std::string rest = trimmed(text.substr(read->length));
    return rest.empty() ? result : result + " ~ " + rest;
}

}  // namespace

TEST_CASE("every line of tests/notation/patterns fits the moves that it says", "[chess][pattern]") {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(COFNOD_ROOT "/tests/notation/patterns")) {
        std::ifstream file(entry.path());
        int number = 0;
        for (std::string line; std::getline(file, line);) {
            ++number;
            if (line.empty() || line[0] == '#') continue;
            const auto blank = line.find(' '), bar = line.find('|'), equals = line.rfind(" = ");
            REQUIRE(equals != std::string::npos);
            std::string wanted = line.substr(equals + 3);
            wanted = trimmed(wanted.substr(0, wanted.find(" # ")));
            INFO(entry.path().filename().string() << ":" << number << ": " << line);
            CHECK(answer(line.substr(0, blank), trimmed(line.substr(blank, bar - blank)),
                         trimmed(line.substr(bar + 1, equals - bar - 1))) == wanted);
            ++count;
        }
    }
    CHECK(count > 100);
}

TEST_CASE("a rook stays the king's rook when it has castled", "[chess][pattern]") {
    Position position = Position::initial();
    Wings wings;
    for (const char* text : {"g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7", "e1g1"}) {
        const Move move = *read_uci(position, text);
        position.play(move);
        wings.play(move);
    }
    CHECK(wings.is_of_king_side(*Square::parse("f1")));
    CHECK(wings.is_of_king_side(*Square::parse("g1")));
    CHECK_FALSE(wings.is_of_king_side(*Square::parse("h1")));
    CHECK_FALSE(wings.is_of_king_side(*Square::parse("a1")));
}

TEST_CASE("a square that is none does not make another move of the capture before it", "[chess][pattern]") {
    const auto read = [](std::string_view text) { return notation::read_descriptive(*languages().find("es-d"), text); };
    REQUIRE(read("PxPA at 4Ax"));
    CHECK(read("PxPA at 4Ax")->move == read("PxPA")->move);  // the bishop's pawn, not a promotion
    CHECK(read("PxPA at 4A")->move != read("PxPA")->move);
}

TEST_CASE("a mark that does not end its word is no part of the move before it", "[chess][pattern]") {
    const auto read = [](std::string_view text) { return notation::read_descriptive(*languages().find("es-d"), text); };
    REQUIRE(read("P4R +a"));
    CHECK(read("P4R +a")->length == read("P4R")->length);
    CHECK(read("P4R +a")->move == read("P4R")->move);
    CHECK(read("P4R +")->move.check == notation::CheckMark::check);
}
