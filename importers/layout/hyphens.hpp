#pragma once

#include <vector>

#include "importers/layout/text_line.hpp"

namespace cofnod::importers::layout {

/// Joins what two lines of a column share, at a hyphen at the end of the first: castling, results and moves in
/// descriptive notation keep it, other moves and words do not. The rest of the word moves up to the first line.
void join_hyphens(std::vector<TextLine>& lines);

}  // namespace cofnod::importers::layout
