#pragma once

#include <vector>

#include "importers/score/token.hpp"

namespace cofnod::importers::prose {

/// A score printed in two columns reads across the page as moves 1, 11, 2, 12, ...: puts the moves in the order of
/// their numbers, if every number from the first to the last stands there once. Any other score is left as it is.
/// Returns whether it was printed so.
bool sort_columns(std::vector<Token>& tokens);

}  // namespace cofnod::importers::prose
