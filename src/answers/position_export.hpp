#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "answers/move_commands.hpp"
#include "answers/writer.hpp"
#include "game/record.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::answers {

/// A position of a game, with the move that led to it.
struct ExportedPosition {
    std::int64_t game = 0;
    std::uint32_t ply = 0;
    std::optional<std::string> move;  ///< nullopt at the start
    std::optional<std::string> uci;   ///< the same, and nullopt for games without UCI notation
    std::string position;             ///< FEN, or as Camelot writes it
    std::uint64_t key = 0;
    MoveCommands commands;
};

/// Passes on the positions of the main line, the first with ply 0. Throws StoreError if the moves are damaged.
void for_each_position(std::int64_t id, const GameRecord& record, const notation::Language& language,
                       const std::function<void(const ExportedPosition&)>& take);

/// Declares the list that `export --positions` writes.
Answer<ExportedPosition> position_export();

}  // namespace cofnod::answers
