#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "game/record.hpp"
#include "store/game_reader.hpp"

namespace cofnod::search {

/// A variation of a record as a game of its own: it begins at the position that it leaves the other line at. So
/// whatever finds something in games finds it in variations.
struct VariationLine {
    std::uint32_t ply = 0;    ///< of the main line: the move that it, or the line around it, replaces
    std::string start;        ///< GameRecord::start
    std::string moves;        ///< packed
    std::uint32_t first = 0;  ///< plies played before `start`, by which its moves are numbered

    /// With the id and the kind of the record. Valid as long as the line.
    [[nodiscard]] store::GameMoves as_game(std::int64_t id, GameKind kind) const { return {id, kind, start, moves}; }
};

/// In the order of the source, inner ones after the moves before them. Moves that cannot be played end their line, and
/// those inside it are left out: only damaged databases have them.
std::vector<VariationLine> variations_of(const GameRecord& record);

}  // namespace cofnod::search
