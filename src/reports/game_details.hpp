#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "operations/trace.hpp"
#include "reports/game_export.hpp"
#include "reports/writer.hpp"
#include "search/answers.hpp"
#include "store/corrections.hpp"
#include "store/game_reader.hpp"

namespace cofnod::reports {

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

/// A stored game beside its text.
struct GameSource {
    store::GameHeader header;
    const GameRecord& record;
    operations::TracedGame traced;
};

/// Declares the document of a game's source.
Answer<GameSource> game_source();

/// Declares the list of corrections: those stored, made, undone, or of a dry run.
Answer<store::Correction> correction_list();

/// A game after a correction, stored or tried.
struct CorrectedGame {
    store::Correction correction;  ///< id 0: tried
    GameDetails game;
    GameSource source;
};

/// Declares the document of a correction: the correction, and the game and its source as they are then.
Answer<CorrectedGame> corrected_game();

}  // namespace cofnod::reports
