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
/// The same, cheaper where `may_be_check` is false: the side to move is known not to be in check.
bool is_legal(const Position& position, Move move, bool may_be_check);

/// True if an ordinary move is legal. `role`: of the piece of the side to move that stands where it begins; no pawn.
inline bool is_legal_of_piece(const Position& position, Role role, Move move, bool may_be_check) {
    const Square from = move.from(), to = move.to();
    if ((position.pieces(position.turn()) | position.pieces(Role::king)).contains(to)) return false;
    if (!attacks::reach(role, from).contains(to) || !(attacks::between(from, to) & position.occupied()).empty())
        return false;
    return (!may_be_check && !position.may_uncover_king(move)) || position.leaves_king_safe(move);
}

}  // namespace cofnod::chess
