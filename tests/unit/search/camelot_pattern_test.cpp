#include <catch2/catch.hpp>

#include "../games/camelot/playout.hpp"
#include "games/camelot/pack.hpp"
#include "search/camelot/pattern.hpp"

using namespace cofnod;
using namespace cofnod::search;
using camelot::testing::Dice;

namespace {

bool is_in(const std::string& text, const camelot::Replayer& game, std::uint32_t ply) {
    INFO(text);
    const auto pattern = read_camelot_pattern(text);
    REQUIRE(pattern);
    return pattern->is_in(game, ply);
}

/// Plays a random game, and calls `check` at each position.
template <typename Check>
void play(Dice& dice, const Check& check) {
    const auto start = camelot::Position::initial();
    camelot::Position now = start;
    camelot::Packer packer(start);
    for (int ply = 0; ply < 60; ++ply) {
        const auto paths = camelot::legal_paths(now);
        if (paths.empty()) break;
        const camelot::Path path = paths[dice.below(paths.size())];
        packer.push(now, path);
        now.play(camelot::effect_of(now, path));
    }
    const std::string moves = packer.take();
    camelot::Replayer game(start);
    game.read(moves);
    std::uint32_t ply = 0;
    do check(game, ply++);
    while (game.next());
}

std::string fault_of(const std::string& text) {
    const auto pattern = read_camelot_pattern(text);
    if (pattern) return "none";
    return std::to_string(pattern.error().begin) + ": " + pattern.error().message;
}

}  // namespace

TEST_CASE("a pattern of Camelot says of random positions what the board says", "[search][camelot]") {
    using camelot::Color, camelot::Role;
    Dice dice(5);
    for (int i = 0; i < 30; ++i)
        play(dice, [](const camelot::Replayer& game, std::uint32_t ply) {
            const camelot::Position& now = game.position();
            const int knights = now.pieces(Color::white, Role::knight).count();
            const int men = now.pieces(Color::black, Role::man).count();
            CHECK(is_in("N>=3", game, ply) == (knights >= 3));
            CHECK(is_in("#N < #m", game, ply) == (knights < men));
            CHECK(is_in("A | a", game, ply));
            CHECK(is_in("[Aa]==" + std::to_string(now.occupied().count()), game, ply));
            CHECK(is_in("[Nm_] & ~m==" + std::to_string(knights + now.free().count()), game, ply));
            CHECK(is_in("wtm", game, ply) == (now.turn() == Color::white));
            CHECK(is_in("initial or ply>0", game, ply));
            CHECK(is_in("not (wtm and btm)", game, ply));
            if (ply == 0) {
                CHECK_FALSE(is_in("move", game, ply));
                return;
            }
            const std::string from = game.path().front().to_string(), to = game.path().back().to_string();
            const bool white = game.before().turn() == Color::white;
            CHECK(is_in((white ? "move from A" : "move from a") + from + " to " + (white ? "A" : "a") + to, game, ply));
            CHECK_FALSE(is_in(white ? "move from a" : "move from A", game, ply));
            const auto traits = traits_of(game.before(), game.path());
            for (std::size_t trait = 0; trait < move_trait_names.size(); ++trait) {
                MoveTraits one;
                one.add(static_cast<MoveTrait>(trait));
                CHECK(is_in(std::string(move_trait_names[trait]), game, ply) == traits.has_all(one));
            }
            MoveTraits jump;
            jump.add(MoveTrait::jump);
            CHECK(is_in("move capture [Aa]", game, ply) == traits.has_all(jump));
        });
}

TEST_CASE("a long pattern of Camelot is read or refused, but needs no more stack than a short one",
          "[search][camelot]") {
    const auto row = [](const std::string& part, int times) {
        std::string text = "A";
        for (int i = 0; i < times; ++i) text += part;
        return text;
    };
    Dice dice(5);
    const std::string united = row("|A", 60'000), shared = row("&A", 60'000), turns = row("|A&N", 400);
    play(dice, [&](const camelot::Replayer& game, std::uint32_t ply) {
        if (ply % 20 != 0) return;
        CHECK(is_in(united, game, ply));
        CHECK(is_in(shared, game, ply));
        CHECK(is_in(turns, game, ply) == is_in("N", game, ply));
        CHECK(is_in("N|M&m|n", game, ply) == is_in("n", game, ply));
    });
    CHECK(fault_of(row("|A&N", 60'000)) == "2001: there are too many | and & in turns");
    CHECK(fault_of(row("|A", 9) + "|wtm").find("| joins sets") != std::string::npos);
    CHECK(fault_of("wtm|A") == "0: | joins sets; conditions are joined by 'or'");
}

TEST_CASE("what is wrong with a pattern of Camelot is pointed out", "[search][camelot]") {
    CHECK(fault_of("") == "0: the pattern is empty");
    CHECK(fault_of("NC6 x") == "4: x is not a piece, condition or move");
    CHECK(fault_of("NC6 [NM]C17") == "9: expected a rank, 1 to 16");
    CHECK(fault_of("N & wtm") == "4: & joins sets; conditions by 'and'");
    CHECK(fault_of("wtm > 3") == "0: a number or a set is compared, not a condition");
    CHECK(fault_of("(N") == "2: expected )");
    CHECK(fault_of("N)") == "1: unexpected text");
    CHECK(fault_of("N >=") == "4: the pattern ends too early");
    CHECK(fault_of("ply<99999999999") == "4: this number is too large");
    CHECK(fault_of(std::string(10'000, '(')).ends_with("nested too deeply"));
    std::string negations;
    for (int i = 0; i < 10'000; ++i) negations += "not ";
    CHECK(fault_of(negations + "N").ends_with("nested too deeply"));
}
