#pragma once

#include <cstdint>
#include <functional>

#include "store/store.hpp"

namespace cofnod::search::index {

/// How much of the work is done, of 1; called on the calling thread.
using BuildProgress = std::function<void(double done)>;

/// Makes a segment of the games first to last, in place of those that it covers. To be called in a transaction.
void build_segment(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                   const BuildProgress& progress = {});

}  // namespace cofnod::search::index
