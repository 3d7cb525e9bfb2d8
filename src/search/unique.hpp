#pragma once

#include <vector>

#include "search/answers.hpp"
#include "store/store.hpp"

namespace cofnod::search {

/// Keeps the first of the games with equal moves and players, and the first witness of each work. `hits`: a hit a game.
/// Names are equal if their search keys are. `by_id`: the database, if the hits are ordered by id; nullptr otherwise.
/// By the columns of its segments, a million games take some tenths of a second.
void keep_unique(Answers& answers, store::Store* by_id, std::vector<Hit>& hits);

}  // namespace cofnod::search
