#pragma once

#include "cql/run/board.hpp"

/// Sets of pawns of both colours.
namespace cofnod::cql {

/// Returns pawns with a pawn of their colour on an adjacent file.
Bitboard connected_pawns(const PieceSets& board);
/// Returns pawns without a pawn of their colour on an adjacent file.
Bitboard isolated_pawns(const PieceSets& board);
/// Returns pawns with another pawn of their colour on their file.
Bitboard doubled_pawns(const PieceSets& board);
/// Returns pawns with no enemy pawn ahead on their own or an adjacent file.
Bitboard passed_pawns(const PieceSets& board);

}  // namespace cofnod::cql
