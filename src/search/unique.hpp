#pragma once

#include <vector>

#include "search/answers.hpp"
#include "store/store.hpp"

namespace cofnod::search {

/// Keeps the first of the games with equal moves and players, and the first witness of each work. `hits`: ordered by
/// id, a hit each. Names are equal if their search keys are. By the columns of segments, a million games take some
/// tenths of a second.
void keep_unique_by_columns(store::Store& store, std::vector<Hit>& hits);

}  // namespace cofnod::search
