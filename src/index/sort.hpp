#pragma once

#include <span>
#include <vector>

#include "index/game_facts.hpp"

namespace cofnod::index {

/// Reusable buffers for sorting.
struct SortingSpace {
    std::vector<Entry> entries, others;
};

/// Returns the entries of all spans, sorted stably by key. The result lies in `space` until its next use. `skip`:
/// number of leading key bits that all keys share.
std::span<const Entry> sorted_by_key(std::span<const std::span<const Entry>> spans, SortingSpace& space, unsigned skip);

}  // namespace cofnod::index
