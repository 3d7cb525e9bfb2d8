#pragma once

#include "chess/replayer.hpp"
#include "index/game_facts.hpp"

namespace cofnod::index {

/// Returns how a game of chess ends. `last`: its last position; few games need more than a look at that.
Ending ending_of(const chess::Replayer& last, const IndexedGame& game);

}  // namespace cofnod::index
