#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "answers/writer.hpp"
#include "game/record.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::answers {

/// Origin of a game, and the place where a search found what it was asked for.
struct GameOrigin {
    std::string source;                ///< path
    std::string citation;              ///< empty: none
    std::optional<std::uint32_t> ply;  ///< as in ListedGame
    std::string move;                  ///< as in ListedGame
};

/// A whole game as data. The record must outlive it.
struct ExportedGame {
    std::int64_t id = 0;
    const GameRecord& record;
    GameOrigin origin;
    const notation::Language& language;
    std::string start, moves;                              ///< start position; main line in the requested notation
    std::optional<std::string> uci;                        ///< nullopt for games without UCI notation
    std::optional<std::string> final_position, final_key;  ///< nullopt if no move could be played
};

/// Replays the main line. Throws StoreError if its moves are damaged.
ExportedGame exported(std::int64_t id, const GameRecord& record, GameOrigin origin, const notation::Language& language);

/// Declares the list of whole games that `export` writes; `with_ply`: and where a position was found.
Answer<ExportedGame> game_export(bool with_ply = false);

/// Returns the main line as text, in the notation or in UCI.
std::string main_line_text(const GameRecord& record, const notation::Language& language);
std::string uci_line_text(const GameRecord& record);

}  // namespace cofnod::answers
