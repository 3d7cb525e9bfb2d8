#include "base/problem_kinds.hpp"
#include "games/record/record.hpp"
#include "importers/decoder/attempts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "collect.hpp"
#include "importers/text/plausibility.hpp"

using namespace cofnod;
using namespace cofnod::importers;

namespace {

bool is_told(const GameRecord& game) {
    return std::any_of(game.problems.begin(), game.problems.end(),
                       [](const Problem& problem) { return problem.group() == ProblemGroup::over_limit; });
}

/// Returns games with distinct words that are not moves in any notation.
std::string unreadable_games(int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += fmt::format("[White \"{}\"]\n\nz{}sta p{}on t{}os *\n\n", i, i, i * 7, i * 13);
    return text;
}

const std::string welsh = "[White \"Gwyn\"]\n\n1. e4 e5 2. Mf3 Mc6 3. Eb5 a6 4. Ea4 Mf6 5. O-O Ee7 *\n\n";

}  // namespace

TEST_CASE("effort is earned by text and spent by attempts", "[importers]") {
    Effort effort(100);
    CHECK(effort.allows_repairs());
    effort.spend(80);
    CHECK_FALSE(effort.allows_repairs());
    CHECK_FALSE(effort.is_exhausted());
    effort.spend(30);
    CHECK(effort.is_exhausted());
    effort.earn(10);
    CHECK(effort.left() == 10 / Effort::bytes_of_unit);
    effort.earn(10'000);
    CHECK(effort.left() == 100);
}

TEST_CASE("an ordinary misprint is mended however many games can be read before it", "[importers]") {
    std::string text;
    for (int i = 0; i < 200; ++i) text += welsh;
    text += "[White \"Gwyn\"]\n\n1. e4 e5 2. Мf3 Mc6 3. Eb5 a6 *\n";  // a Cyrillic letter
    const Collected found = read_text(text);
    REQUIRE(found.games.size() == 201);
    CHECK(found.games.back().ply_count == 6);
    CHECK(found.games.back().state == GameState::complete);
}

TEST_CASE("games that cannot be read are not tried in all ways without end, which is told", "[importers]") {
    const Collected found = read_text(unreadable_games(3000) + welsh);
    REQUIRE(found.games.size() == 3001);
    CHECK_FALSE(is_told(found.games[0]));
    CHECK(is_told(found.games[2999]));
    CHECK(found.games[2999].state == GameState::rejected);
    // Readable games are still read in their own notation.
    CHECK_FALSE(is_told(found.games[3000]));
    CHECK(found.games[3000].notation.code == "cy");
    CHECK(found.games[3000].state == GameState::complete);
}

TEST_CASE("how much is tried does not depend on the number of threads", "[importers]") {
    const std::string text = unreadable_games(3000) + welsh + unreadable_games(100);
    const auto told = [&](unsigned threads) {
        Collected found;
        Source source = Source::of_text("", text);
        import_source(source, languages(), {.block_size = 1 << 14, .threads = threads}, found);
        std::string games;
        for (const GameRecord& game : found.games) games += is_told(game) ? '1' : '0';
        return games;
    };
    CHECK(told(1) == told(4));
}

TEST_CASE("a square behind the letter of a piece is not odd", "[importers][charset]") {
    CHECK(oddity_of("1. Кf3 Лad1 2. Кbxd7+ Ф1e2 3. Крe1 e8Ф") == 0);
    CHECK(oddity_of("1. Ιf3 Πad1 2. Ιbd7") == 0);
    CHECK(oddity_of("1.4هـ ح×5هـ 2.وx3و ف:6هـ") == 0);
    CHECK(oddity_of("Иvanov") > 0);
    CHECK(oddity_of("Кnight") > 0);
}
