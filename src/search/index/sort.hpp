#pragma once

#include <vector>

#include "search/index/game_facts.hpp"

namespace cofnod::search::index {

/// Sorts by key; entries of one key stay in the order they had. `scratch` is working space, kept from call to call.
/// `skip`: that many top bits of all keys are the same.
void sort_by_key(std::vector<Entry>& entries, std::vector<Entry>& scratch, unsigned skip);

}  // namespace cofnod::search::index
