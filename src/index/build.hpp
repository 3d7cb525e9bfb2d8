#pragma once

#include <cstdint>
#include <functional>

#include "store/segments.hpp"
#include "store/store.hpp"

namespace cofnod::index {

/// Receives the share of the work that is done, up to 1; called on the calling thread.
using BuildProgress = std::function<void(double done)>;

/// Makes what the index says of the games first to last. The same games give the same bytes, whatever the threads.
void make_segment(const store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                  const BuildProgress& progress, store::SegmentOutput& output);

/// Puts a segment of the games first to last into the database, in place of those that it covers. To be called in a
/// transaction.
void build_segment(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                   const BuildProgress& progress = {});

}  // namespace cofnod::index
