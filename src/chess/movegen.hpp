#pragma once

#include "chess/move.hpp"
#include "chess/position.hpp"

namespace cofnod::chess {

/// Returns every legal move, null moves excluded.
MoveList legal_moves(const Position& position);

/// True if there is a legal move; in check, king moves are tried first.
bool has_legal_move(const Position& position);

/// True if `move` is legal (a null move: if not in check). Accepts any 16 bits. Works from the squares of the move
/// without pin detection, independently of legal_moves(), so that tests can compare the two.
bool is_legal(const Position& position, Move move);

}  // namespace cofnod::chess
