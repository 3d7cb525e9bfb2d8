#pragma once

#include <cstdint>
#include <functional>

#include "store/segments.hpp"
#include "store/store.hpp"

namespace cofnod::index {

/// Receives the fraction of the work done, up to 1; called on the calling thread.
using BuildProgress = std::function<void(double done)>;

/// Indexes the games first to last and writes the segment to `output`. The bytes do not depend on `threads`.
void make_segment(const store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                  const BuildProgress& progress, store::SegmentOutput& output);

/// Stores a segment of the games first to last, replacing the segments that it overlaps. Call within a transaction.
void build_segment(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                   const BuildProgress& progress = {});

}  // namespace cofnod::index
