#include <catch2/catch.hpp>

#include "games/camelot/judge.hpp"
#include "playout.hpp"

using namespace cofnod::camelot;
using namespace cofnod::camelot::testing;

namespace {

/// Returns a legal move with one square changed and, if `alter_sign`, the sign before it.
std::optional<WrittenMove> altered(const Position& position, const Path& path, bool alter_sign, Dice& dice) {
    const std::size_t at = 1 + dice.below(path.size() - 1);
    const int file = path[at].file() + static_cast<int>(dice.below(5)) - 2;
    const int rank = path[at].rank() + static_cast<int>(dice.below(5)) - 2;
    if (file < 0 || file > 13 || rank < 0 || rank > 15 || Square::of(file, rank) == path[at]) return std::nullopt;
    WrittenMove written{.path = {path.front()}};
    for (std::size_t i = 1; i < path.size(); ++i) {
        const bool is_jump = effect_of(position, {path[i - 1], path[i]}).is_capture();
        const bool is_cross = is_jump != (alter_sign && i == at);
        written.separators[i] = is_cross ? Separator::cross : Separator::hyphen;
        written.path.add(i == at ? Square::of(file, rank) : path[i]);
    }
    return written;
}

}  // namespace

TEST_CASE("an illegal move is not replaced by one with another square and another sign", "[camelot][resolve]") {
    Dice dice(5);
    int illegal = 0;
    play_random_games(6, [&](const Position& before, const Path& path) {
        const auto written = altered(before, path, true, dice);
        if (!written || judge(before, written->path).is_playable()) return;
        ++illegal;
        const Resolution resolution = resolve(before, *written);
        CHECK((!resolution || !resolution.wrong_separator));
        CHECK((!resolution || resolution.path != path));
    });
    CHECK(illegal > 1000);
}

TEST_CASE("a misprinted square is read as the move it was, or not at all", "[camelot][resolve]") {
    Dice dice(7);
    int mended = 0;
    play_random_games(8, [&](const Position& before, const Path& path) {
        const auto written = altered(before, path, false, dice);
        if (!written || judge(before, written->path).is_playable()) return;
        const Resolution resolution = resolve(before, *written);
        if (!resolution || resolution.repair != Repair::square_replaced) return;
        ++mended;
        CHECK(resolution.path == path);
    });
    CHECK(mended > 10);
}
