#pragma once

#include <vector>

#include "importers/layout/page.hpp"

namespace cofnod::importers::layout {

/// Words of one line, from left to right.
using Line = std::vector<const Word*>;
/// Lines from top to bottom, without another column beside them.
using Block = std::vector<Line>;

/// Returns the blocks of a page in reading order. `from_right`: its columns are read from the right. The boxes of its
/// words are lowered if they are higher than the type.
std::vector<Block> blocks_of(Page& page, bool from_right);

}  // namespace cofnod::importers::layout
