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
    std::vector<std::int64_t> other_records;  ///< other records of the same game
    std::vector<std::string> same_text;       ///< other files with the same content as its source
    bool is_right_to_left = false;            ///< direction of the list of moves
    Value plies, annotations;                 ///< see steps.hpp
};

/// Reads the details from the database: moves in `language`, the name of the opening in `names_in`. The record must
/// outlive them.
GameDetails game_details(search::Answers& answers, const store::GameHeader& header, const GameRecord& record,
                         const notation::Language& language, const std::string& names_in);

/// Declares the document of `show`.
Answer<GameDetails> game_document();

/// A stored game with its text.
struct GameSource {
    store::GameHeader header;
    const GameRecord& record;
    operations::TracedGame traced;
};

/// Declares the document of a game's source.
Answer<GameSource> game_source();

/// Declares the list of corrections: stored, made, undone, or from a dry run.
Answer<store::Correction> correction_list();

/// A game after a correction, stored or from a dry run.
struct CorrectedGame {
    store::Correction correction;  ///< id 0: dry run
    GameDetails game;
    GameSource source;
};

/// Declares the document of a correction: the correction, and the resulting game and source.
Answer<CorrectedGame> corrected_game();

}  // namespace cofnod::reports
