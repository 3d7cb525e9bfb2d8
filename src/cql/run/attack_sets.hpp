#pragma once

#include "cql/run/board.hpp"

/// Attacks of whole sets of pieces: blockers stop sliders, pins do not matter, own pieces are struck too, an empty
/// square strikes nothing.
namespace cofnod::cql {

/// The squares that the pieces standing on `from` strike.
Bitboard struck_by(const PieceSets& board, Bitboard from);

/// The same of the one piece that stands on a square.
Bitboard struck_by_one(const PieceSets& board, Square from);

/// The squares of `from` whose piece strikes some square of `targets`.
Bitboard strikers(const PieceSets& board, Bitboard from, Bitboard targets);

/// The pieces of both colours that strike a square when `occupied` stops the sliders.
Bitboard strikers_of(const PieceSets& board, Square square, Bitboard occupied);

/// The pieces that give check to the side to move.
Bitboard checkers(const Snapshot& now);
inline bool is_check(const Snapshot& now) { return !checkers(now).empty(); }

}  // namespace cofnod::cql
