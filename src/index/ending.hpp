#pragma once

#include "chess/replayer.hpp"
#include "index/game_facts.hpp"

namespace cofnod::index {

/// Returns the ending of a chess game. `last`: its last position, which decides nearly all games without a replay.
Ending ending_of(const chess::Replayer& last, const IndexedGame& game);

}  // namespace cofnod::index
