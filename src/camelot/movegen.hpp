#pragma once

#include <cstddef>
#include <limits>

#include "camelot/position.hpp"

namespace cofnod::camelot {

/// Returns every legal move by result, (from, to, captured set), once; none if the game is decided.
MoveList legal_moves(const Position& position);

/// Fills `moves`, cleared first, with legal_moves(); reuses its memory.
void generate(const Position& position, MoveList& moves);

/// Returns every legal path once, at most `most`. A canter, including that of a charge, visits no square twice, its
/// start included: circular canters are legal but change nothing. Jumps may revisit squares. Known games have at most
/// some hundreds of paths in a position, but artificial positions have a million.
PathList legal_paths(const Position& position, std::size_t most = std::numeric_limits<std::size_t>::max());

bool has_legal_move(const Position& position);

/// Returns the shortest path with this effect, the first by its squares among equals: for printing when no path was
/// recorded. Empty if the move is illegal, or not among the first million paths.
Path path_of(const Position& position, const Move& move);

/// path_of() for moves from game records, which may follow the looser reading of the rules (Judgement::is_playable).
Path playable_path_of(const Position& position, const Move& move);

}  // namespace cofnod::camelot
