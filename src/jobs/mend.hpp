#pragma once

#include <string>
#include <vector>

#include "game/record.hpp"

namespace cofnod::jobs {

/// Replays a record from a damaged database and turns it into one that can be stored: with the moves that can be
/// played, as an incomplete game if that is not all. Without `kind_is_known` the game is detected by playing it.
/// Returns what was lost, such as "its moves from ply 12 on".
std::vector<std::string> mend(GameRecord& record, bool kind_is_known);

}  // namespace cofnod::jobs
