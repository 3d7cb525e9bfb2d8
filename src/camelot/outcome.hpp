#pragma once

#include <cstdint>

#include "base/repetition.hpp"
#include "base/result.hpp"
#include "camelot/position.hpp"

namespace cofnod::camelot {

/// Game end by the rules on the board, whether the players noticed or not.
enum class Outcome : std::uint8_t {
    none,
    castle,            ///< a side fills the enemy castle and wins
    elimination,       ///< a side has lost all its pieces; the other has at least two and wins
    no_move,           ///< the side to move cannot move; the other has at least two pieces and wins
    material,          ///< a draw: neither side has more than one piece
    no_move_but_alone  ///< the side to move cannot move, but the other has one piece: not covered by the rules; treated
                       ///< as a draw
};

/// Outcome that follows from the pieces alone, without generating moves: castle, elimination, material or none.
Outcome outcome_on_board(const Position& position);

Outcome outcome(const Position& position);

/// Result that follows from `outcome` of `position`; unknown if the game goes on.
Result result_of(const Position& position, Outcome outcome);

}  // namespace cofnod::camelot
