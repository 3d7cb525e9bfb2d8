#pragma once

#include <optional>
#include <string>

#include "chess/replayer.hpp"
#include "search/index/game_facts.hpp"

namespace cofnod::search::index {

/// Replays games and notes what the index wants to know of them. One for each thread.
class Extractor {
public:
    Extractor();

    /// `occupancy`: what stands where, ever. Games whose bytes are damaged are noted as far as they can be read.
    void add(const IndexedGame& game, Extract& extract, Occupancy& occupancy);

private:
    const chess::Replayer* replayer_from(const std::string& start);
    static void replay(chess::Replayer now, const IndexedGame& game, Extract& extract, Occupancy& occupancy);

    chess::Replayer initial_;
    std::string other_fen_;
    std::optional<chess::Replayer> other_;
};

}  // namespace cofnod::search::index
