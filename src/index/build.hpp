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

/// Does the same without keeping others from writing: the segment is built in memory, and stored in a transaction of
/// its own. Returns false if that was in vain: one of the games was changed meanwhile, or another program has built a
/// segment of them. Call outside of a transaction.
[[nodiscard]] bool build_segment_beside_writers(store::Store& store, std::int64_t first, std::int64_t last,
                                                unsigned threads, const BuildProgress& progress, PlayedGames* played);

}  // namespace cofnod::index
