#pragma once

#include <cstdint>
#include <optional>

#include "chess/pawn_key.hpp"
#include "game/recorded_game.hpp"

namespace cofnod::index {

/// What a position is looked up by.
struct PositionKeys {
    std::uint64_t key;                   ///< of the position
    std::optional<std::uint64_t> pawns;  ///< chess: of its pawn structure
};

template <RecordedGame G>
PositionKeys keys_of(const typename G::Position& position) {
    if constexpr (WordGame<G>)
        return {position.key(), std::nullopt};
    else
        return {position.key(), chess::pawn_key(position.pieces(chess::Color::white, chess::Role::pawn),
                                                position.pieces(chess::Color::black, chess::Role::pawn))};
}

}  // namespace cofnod::index
