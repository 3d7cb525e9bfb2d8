#pragma once

#include <cstdint>

#include "store/store.hpp"

namespace cofnod::search::index {

/// Makes a segment of the games first to last, in place of those that it covers. To be called in a transaction.
void build_segment(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads);

}  // namespace cofnod::search::index
