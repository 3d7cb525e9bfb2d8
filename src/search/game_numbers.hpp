#pragma once

#include "store/game_numbers.hpp"
#include "store/store.hpp"

namespace cofnod::search {

/// Visits the numbers of all games, in order: from the columns of segments, and from the rows of games in no segment
/// and of those with a number that no column holds; in one snapshot, for others may merge segments meanwhile.
void for_each_numbers(store::Store& store, const store::EachGameNumbers& each);
/// Returns what visits them.
store::VisitGameNumbers visit_numbers(store::Store& store);

}  // namespace cofnod::search
