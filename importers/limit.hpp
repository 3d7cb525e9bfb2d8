#pragma once

#include "game/record.hpp"
#include "importers/limits.hpp"

namespace cofnod::importers {

/// Leaves out tags and shortens tags and comments that are over a limit, and notes it. Returns whether anything was.
/// Tags that decide where a game starts stay.
bool limit(GameRecord& game, const Limits& limits);

}  // namespace cofnod::importers
