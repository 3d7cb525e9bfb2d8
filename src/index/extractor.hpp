#pragma once

#include "game/camelot_game.hpp"
#include "game/chess_game.hpp"
#include "game/replay_start.hpp"
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
    static void replay(camelot::Replayer now, const IndexedGame& game, Extract& extract);

    ReplayStart<ChessGame> chess_start_;
    ReplayStart<CamelotGame> camelot_start_;
};

}  // namespace cofnod::index
