#pragma once

#include <cstdint>

#include "base/repetition.hpp"
#include "base/result.hpp"
#include "camelot/position.hpp"

namespace cofnod::camelot {

/// How the rules end a game on the board, whether the players noticed or not.
enum class Outcome : std::uint8_t {
    none,
    castle,            ///< a side fills the enemy castle, and wins
    elimination,       ///< a side has lost all its pieces; the other has two at least, and wins
    no_move,           ///< the side to move cannot; the other has two pieces at least, and wins
    material,          ///< a draw: neither side has more than one piece
    no_move_but_alone  ///< the side to move cannot, but the other has one piece: the rules are silent; taken as a draw
};

/// What the pieces on the board decide, before anybody looks for moves: castle, elimination, material or none.
Outcome outcome_on_board(const Position& position);

Outcome outcome(const Position& position);

/// Who wins by this outcome of this position; unknown where the game goes on.
Result result_of(const Position& position, Outcome outcome);

/// Fifty moves each without a capture or an entry into an enemy castle: a draw may be claimed. Nothing ends by it here.
inline bool is_fifty_move_draw(const Position& position) { return position.quiet_plies() >= 100; }

}  // namespace cofnod::camelot
