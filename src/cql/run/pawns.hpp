#pragma once

#include "cql/run/board.hpp"

/// Sets of pawns, of both colours at once.
namespace cofnod::cql {

/// With a pawn of their colour on an adjacent file, on whatever rank.
Bitboard connected_pawns(const PieceSets& board);
/// Without one.
Bitboard isolated_pawns(const PieceSets& board);
/// With another pawn of their colour on their file.
Bitboard doubled_pawns(const PieceSets& board);
/// With no enemy pawn ahead on their own or an adjacent file.
Bitboard passed_pawns(const PieceSets& board);

}  // namespace cofnod::cql
