#pragma once

#include <cstddef>
#include <cstdint>

#include "store/store.hpp"

namespace cofnod::search::index {

/// How many positions a segment can have that is made within so much memory.
std::int64_t most_positions(std::size_t memory);

/// Makes a segment of the games first to last, in place of those that it covers. To be called in a transaction.
void build_segment(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads);

}  // namespace cofnod::search::index
