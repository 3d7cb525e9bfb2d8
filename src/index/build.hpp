#pragma once

#include <cstdint>
#include <functional>

#include "store/segments.hpp"
#include "store/store.hpp"

namespace cofnod::index {

class PlayedGames;

/// Receives the fraction of the work done, up to 1; called on the calling thread.
using BuildProgress = std::function<void(double done)>;

/// Indexes the games first to last and writes the segment to `output`. The bytes depend neither on `threads` nor on
/// `played`: nullptr, or lines of games that are not replayed then, and are forgotten.
void make_segment(const store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                  const BuildProgress& progress, store::SegmentOutput& output, PlayedGames* played = nullptr);

/// Stores a segment of the games first to last, replacing the segments that it overlaps. Call within a transaction.
void build_segment(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                   const BuildProgress& progress = {}, PlayedGames* played = nullptr);

}  // namespace cofnod::index
