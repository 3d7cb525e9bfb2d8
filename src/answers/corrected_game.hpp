#pragma once

#include <string>

#include "answers/game_details.hpp"
#include "answers/game_source.hpp"
#include "answers/writer.hpp"
#include "store/corrections.hpp"

namespace cofnod::answers {

/// A game after a correction, stored or tried.
struct CorrectedGame {
    store::Correction correction;  ///< id 0: tried
    GameDetails game;
    GameSource source;
};

/// Declares the document of a correction: the correction, and the game and its source as they are then.
Answer<CorrectedGame> corrected_game();

}  // namespace cofnod::answers
