#pragma once

#include <span>

#include "chess/replayer.hpp"
#include "index/game_facts.hpp"

namespace cofnod::index {

class LineBoard;

/// Returns the ending of a chess game. `last`: its last position, which decides nearly all games without a replay.
Ending ending_of(const chess::Replayer& last, const IndexedGame& game);
/// The same of a game whose moves from the initial position are known.
Ending ending_of(const LineBoard& last, std::span<const chess::Move> moves);

}  // namespace cofnod::index
