#pragma once

#include <string>
#include <vector>

#include "game/record.hpp"

namespace cofnod::cli {

/// Plays the moves of a record from a damaged database, and makes of it one that can be stored: with the moves that can
/// be played, an incomplete game where that is not all. `kind_is_known`: or else the game is found out by playing it.
/// What was lost: "its moves from ply 12 on"; empty: nothing.
std::vector<std::string> mend(GameRecord& record, bool kind_is_known);

}  // namespace cofnod::cli
