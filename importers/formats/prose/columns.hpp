#pragma once

#include <vector>

#include "importers/score/token.hpp"

namespace cofnod::importers::prose {

/// Sorts a score printed in two columns, which reads across the page as moves 1, 11, 2, 12, ...: puts the moves in the
/// order of their numbers, if every number from the first to the last occurs once. Leaves any other score unchanged.
/// Returns true if it was sorted.
bool sort_columns(std::vector<Token>& tokens);

}  // namespace cofnod::importers::prose
