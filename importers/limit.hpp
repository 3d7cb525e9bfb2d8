#pragma once

#include "game/record.hpp"
#include "importers/limits.hpp"

namespace cofnod::importers {

/// Removes tags and shortens tags and comments that are over a limit, and notes it. Returns true if there were any.
/// Tags that decide where a game starts stay.
bool limit(GameRecord& game, const Limits& limits);

}  // namespace cofnod::importers
