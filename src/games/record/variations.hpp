#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/record/record.hpp"

namespace cofnod {

/// A variation presented as a game that starts where it leaves its parent line, so that games and variations are
/// searched alike.
struct VariationLine {
    std::uint32_t number = 0;  ///< Hit::line: its place among all variations of the record, readable or not, from 1
    std::uint32_t ply = 0;     ///< main-line ply that it, or its outermost parent, replaces
    std::string start;         ///< GameRecord::start
    std::string moves;         ///< packed
    std::uint32_t first =
        0;  ///< plies before `start`: those of a hit in the line are counted from the start of the game
    std::uint32_t parent = 0;  ///< number of the line that it leaves; 0: the main line
    std::uint32_t plies = 0;   ///< of its own

    /// Returns the number of plies from the start of the game to its end.
    [[nodiscard]] std::uint32_t end() const { return first + plies; }
};

/// Returns the number of the variation that each item of the annotations belongs to; 0: none.
std::vector<std::uint32_t> lines_of_items(const Annotations& annotations);

/// Returns all readable variations in source order. An unplayable move, possible only in damaged databases, ends its
/// line and drops the variations inside it.
std::vector<VariationLine> variations_of(const GameRecord& record);

/// Returns a record with the moves of a line from the start of the game on, as its main line, and without annotations;
/// nullopt if there is no such line. `line`: as in Hit.
std::optional<GameRecord> line_as_record(const GameRecord& record, std::uint32_t line);

}  // namespace cofnod
