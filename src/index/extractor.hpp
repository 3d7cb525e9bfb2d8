#pragma once

#include "game/replay_start.hpp"
#include "game/with_game.hpp"
#include "index/game_facts.hpp"
#include "index/played_games.hpp"

namespace cofnod::index {

/// Replays games and collects what is indexed: positions of all games; material and occupied squares of chess games.
/// One per thread.
class Extractor {
public:
    /// Adds the data of a game; a damaged game is added as far as it can be read.
    void add(const IndexedGame& game, Extract& extract, Traits& traits);
    /// The same of a game whose line is known, without a replay. `ordinal`: as in Entry.
    static void add(std::uint32_t ordinal, const PlayedGames::Line& line, Extract& extract, Traits& traits);

private:
    static void replay(chess::Replayer now, const IndexedGame& game, Extract& extract, Traits& traits);
    template <WordGame G>
    static void replay(typename G::Replayer now, const IndexedGame& game, Extract& extract, Traits& traits);

    PerGame<ReplayStart> starts_;
};

}  // namespace cofnod::index
