#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/game_reader.hpp"

namespace cofnod {
struct GameRecord;
}

namespace cofnod::search {

/// A variation presented as a game that starts where it leaves its parent line, so that games and variations are
/// searched alike.
struct VariationLine {
    std::uint32_t ply = 0;    ///< of the main-line move that it, or its outermost parent, replaces
    std::string start;        ///< GameRecord::start
    std::string moves;        ///< packed
    std::uint32_t first = 0;  ///< plies before `start`, for move numbers

    /// Returns a view of the line with the id and kind of the record.
    [[nodiscard]] store::GameMoves as_game(std::int64_t id, GameKind kind) const { return {id, kind, start, moves}; }
};

/// Returns all variations in source order. An unplayable move, possible only in damaged databases, ends its line and
/// drops the variations inside it.
std::vector<VariationLine> variations_of(const GameRecord& record);

}  // namespace cofnod::search
