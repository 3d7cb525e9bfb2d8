#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/game_export.hpp"
#include "search/answers.hpp"
#include "store/game_reader.hpp"

namespace cofnod::answers {

/// Everything known about a game.
struct GameDetails {
    store::GameHeader header;
    ExportedGame game;
    std::string opening_eco, opening;         ///< detected from the positions of the game; empty: unknown
    std::vector<std::int64_t> other_records;  ///< of the same game
    std::vector<std::string> same_text;       ///< other files with the content of its source
    bool is_right_to_left = false;            ///< the list of moves
    Value plies, annotations;                 ///< steps.hpp
};

/// Reads the details from the database: moves in a notation, the name of the opening in a language. The record must
/// outlive them.
GameDetails game_details(search::Answers& answers, const store::GameHeader& header, const GameRecord& record,
                         const notation::Language& language, const std::string& names_in);

/// Declares the document of `show`.
Answer<GameDetails> game_document();

}  // namespace cofnod::answers
