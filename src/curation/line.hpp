#pragma once

#include <cstdint>
#include <string_view>

#include "curation/alignment.hpp"
#include "game/kind.hpp"

namespace cofnod::curation {

/// Returns the main line of a game (RecordedGame::number_in_line), as far as it can be read.
Line line_of(GameKind kind, std::string_view start, std::string_view moves);

}  // namespace cofnod::curation
