#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "game/record.hpp"

namespace cofnod::answers {

/// Commands that programs write into the comment behind a move: `[%clk 1:05:23]`, `[%emt 0:00:07]`, `[%eval 0.32]`,
/// `[%eval #-3]`.
struct MoveCommands {
    std::optional<double> clock;       ///< seconds left
    std::optional<double> elapsed;     ///< seconds that the move took
    std::optional<double> evaluation;  ///< in pawns, from White's side
    std::optional<int> mate;           ///< moves to mate, negative if Black mates

    [[nodiscard]] bool is_empty() const { return !clock && !elapsed && !evaluation && !mate; }
};

/// Returns those of the main line, the first move's first; empty if there are none at all. Commands that cannot be read
/// are left out: the comments have them.
std::vector<MoveCommands> move_commands(const GameRecord& record);

/// Adds the commands of one comment.
void read_commands(std::string_view comment, MoveCommands& commands);

}  // namespace cofnod::answers
