#pragma once

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace cofnod::chess {

/// Every legal move, null moves left out.
MoveList legal_moves(const Position& position);

/// Whether there is any legal move; in check, the king's are tried first.
bool has_legal_move(const Position& position);

/// Whether the rules allow one move (a null move: when not in check). Any 16 bits may be asked about. Works from the
/// squares of the move and knows nothing of pins, so that tests can hold it against legal_moves().
bool is_legal(const Position& position, Move move);

}  // namespace cofnod::chess
