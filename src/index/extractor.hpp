#pragma once

#include "game/replay_start.hpp"
#include "game/with_game.hpp"
#include "index/game_facts.hpp"

namespace cofnod::index {

/// Replays games and notes what the index wants to know of them: positions of all games; material, and what stands
/// where, of chess. One for each thread.
class Extractor {
public:
    /// Games whose bytes are damaged are noted as far as they can be read.
    void add(const IndexedGame& game, Extract& extract, Traits& traits);

private:
    static void replay(chess::Replayer now, const IndexedGame& game, Extract& extract, Traits& traits);
    template <WordGame G>
    static void replay(typename G::Replayer now, const IndexedGame& game, Extract& extract);

    PerGame<ReplayStart> starts_;
};

}  // namespace cofnod::index
