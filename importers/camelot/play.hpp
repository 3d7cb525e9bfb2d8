#pragma once

#include "camelot/position.hpp"
#include "game/record.hpp"
#include "importers/score/score_player.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::camelot {

struct PlayOptions {
    bool keep_san = true;  ///< fill in GameRecord::san
    Limits limits = {};
};

/// Plays a score of Camelot and fills in all that it says of the record: moves, text, annotations, state, problems and,
/// unless a Result tag has set it, the result. Its moves are the same in all languages; result words are not.
///
/// Squares left out and misprints are mended where one legal path alone fits, and noted; so are separators that the
/// board contradicts, and moves that only a loose reading of the rules allows. Brackets hold a variation if all of it
/// can be played in place of the move before, else a comment. Returns whether export gives the score back.
bool play(const Score& score, const cofnod::camelot::Position& start, const notation::Languages& languages,
          const PlayOptions& options, GameRecord& record);

}  // namespace cofnod::importers::camelot
