#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/repetition.hpp"
#include "base/say.hpp"
#include "game/recorded_game.hpp"

namespace cofnod::answers {

/// Returns how a position ends the game, or the side to move.
template <RecordedGame G>
std::string_view standing(const typename G::Position& position) {
    const std::string_view ending = G::ending(position);
    return !ending.empty() ? ending : G::is_white_to_move(position) ? phrase("White to move") : phrase("Black to move");
}

/// Returns the reason why a draw can be claimed; empty if it cannot. `keys`: keys of all positions up to this one.
template <RecordedGame G>
std::string claimable_draw(const typename G::Position& position, std::span<const std::uint64_t> keys) {
    if (!G::ending(position).empty()) return {};
    if (const int earlier = earlier_occurrences(keys, G::quiet_plies(position)); earlier >= 2)
        return say("a draw can be claimed: this position has occurred {} times", earlier + 1);
    return is_fifty_move_draw(G::quiet_plies(position)) ? say("a draw can be claimed: fifty-move rule") : "";
}

}  // namespace cofnod::answers
