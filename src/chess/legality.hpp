#pragma once

#include "chess/attacks.hpp"
#include "chess/move.hpp"
#include "chess/position.hpp"

/// Legality of the moves of a line, of which it is known in what positions nobody can be in check. `may_be_check`:
/// false if the side to move is not.
namespace cofnod::chess {

/// is_legal() of movegen.hpp.
bool is_legal(const Position& position, Move move, bool may_be_check);

/// True if an ordinary move is legal. `role`: of the piece of the side to move that stands where it begins; no pawn.
/// Inline: it is called for every ply of a database.
inline bool is_legal_of_piece(const Position& position, Role role, Move move, bool may_be_check) {
    const Square from = move.from(), to = move.to();
    if ((position.pieces(position.turn()) | position.pieces(Role::king)).contains(to)) return false;
    if (!attacks::reach(role, from).contains(to) || !(attacks::between(from, to) & position.occupied()).empty())
        return false;
    return (!may_be_check && !position.may_uncover_king(move)) || position.leaves_king_safe(move);
}

}  // namespace cofnod::chess
