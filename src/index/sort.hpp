#pragma once

#include <span>
#include <vector>

#include "index/game_facts.hpp"

namespace cofnod::index {

/// Room for sorting that is kept from call to call.
struct SortingSpace {
    std::vector<Entry> entries, others;
};

/// All entries of `runs`, sorted by key; those of one key stay in the order they had. They stand in `space`, up to its
/// next use. `skip`: that many top bits of all keys are the same.
std::span<const Entry> sorted_by_key(std::span<const std::span<const Entry>> runs, SortingSpace& space, unsigned skip);

}  // namespace cofnod::index
