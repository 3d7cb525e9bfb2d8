#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "answers/writer.hpp"
#include "game/record.hpp"
#include "notation/language.hpp"

namespace cofnod::answers {

/// A whole game as data. The record must outlive it.
struct ExportedGame {
    std::int64_t id = 0;
    const GameRecord& record;
    std::string citation;            ///< of its source; empty: none
    std::string start, moves;        ///< the position it begins from; the main line in the notation asked for
    std::optional<std::string> uci;  ///< nullopt for a game that UCI does not know
    std::optional<std::string> final_position, final_key;  ///< nullopt for a record of which no move could be played
};

/// Replays the main line. Throws StoreError where its moves are damaged.
ExportedGame exported(std::int64_t id, const GameRecord& record, std::string citation,
                      const notation::Language& language);

/// Declares the list of whole games that `export` writes.
Answer<ExportedGame> game_export();

/// Joins the main line in the notation, or as UCI writes it.
std::string main_line_text(const GameRecord& record, const notation::Language& language);
std::string uci_line_text(const GameRecord& record);

}  // namespace cofnod::answers
