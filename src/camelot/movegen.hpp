#pragma once

#include <cstddef>
#include <limits>

#include "camelot/position.hpp"

namespace cofnod::camelot {

/// Every legal move once, by what it does: (from, to, captured set). None where the board has decided the game.
MoveList legal_moves(const Position& position);

/// The same, into a list that is emptied first: for those who generate millions of lists.
void generate(const Position& position, MoveList& moves);

/// Every legal path once. A canter, also that of a charge, comes to no square twice, its start included: going round
/// in a circle is not forbidden, but changes nothing. Jumps may revisit squares. No game is known with more than some
/// hundreds of paths in a position, but positions can be made that have a million: the list stops at `most`.
PathList legal_paths(const Position& position, std::size_t most = std::numeric_limits<std::size_t>::max());

bool has_legal_move(const Position& position);

/// The shortest path that does this, of those the first by its squares: what to print where no path was recorded.
/// Empty where the move is not legal, or where there are more than a million paths and it is not among the first.
Path path_of(const Position& position, const Move& move);

/// The same for moves of records, which may be played by the looser reading of the rules (Judgement::is_playable).
Path playable_path_of(const Position& position, const Move& move);

}  // namespace cofnod::camelot
