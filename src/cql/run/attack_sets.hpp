#pragma once

#include "cql/run/board.hpp"

/// Attacks of sets of pieces. Sliders are blocked, pins are ignored, own pieces count as attacked.
namespace cofnod::cql {

struct Context;

/// Returns the squares attacked by the pieces on `from`.
Bitboard struck_by(const PieceSets& board, Bitboard from);

/// Returns the squares attacked by the piece on a square.
Bitboard struck_by_one(const PieceSets& board, Square from);

/// Returns the squares of `from` whose piece attacks some square of `targets`.
Bitboard strikers(const PieceSets& board, Bitboard from, Bitboard targets);

/// Returns the pieces of both colours that attack a square, with sliders blocked by `occupied`.
Bitboard strikers_of(const PieceSets& board, Square square, Bitboard occupied);

/// Returns the subset of `squares` attacked by pieces on `from`, at the current position. What all pieces of a colour
/// attack is known from one call to the next.
Bitboard struck_among(Context& context, Bitboard squares, Bitboard from);

/// Returns the pieces that give check to the side to move.
Bitboard checkers(const Snapshot& now);
inline bool is_check(const Snapshot& now) { return !checkers(now).empty(); }

}  // namespace cofnod::cql
