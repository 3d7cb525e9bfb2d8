#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include "store/segments.hpp"
#include "store/store.hpp"

namespace cofnod::index {

class PlayedGames;

/// Receives the fraction of the work done, up to 1; called on the calling thread.
using BuildProgress = std::function<void(double done)>;

/// Indexes the games first to last and writes the segment to `output`. The bytes do not depend on `threads` or
/// `played`. `played`: known lines, whose games need no replay and which are then forgotten; may be nullptr.
void make_segment(const store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                  const BuildProgress& progress, store::SegmentOutput& output, PlayedGames* played = nullptr);

/// Stores a segment of the games first to last, replacing the segments that it overlaps. Call within a transaction.
void build_segment(store::Store& store, std::int64_t first, std::int64_t last, unsigned threads,
                   const BuildProgress& progress = {}, PlayedGames* played = nullptr);

/// Does the same without blocking other writers: the segment is built in memory and stored in a transaction of its own.
/// Returns false if it could not be stored because one of the games was changed meanwhile, or another program has built
/// a segment of them. Call outside of a transaction.
[[nodiscard]] bool build_segment_beside_writers(store::Store& store, std::int64_t first, std::int64_t last,
                                                unsigned threads, const BuildProgress& progress, PlayedGames* played);

}  // namespace cofnod::index

namespace cofnod::store {

class Store;

}  // namespace cofnod::store

namespace cofnod::index {

/// Limits on the resources used to build segments.
struct Resources {
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    std::size_t memory = std::size_t{512} << 20;  ///< bytes
};

/// Returns the maximum number of positions of a segment built within `memory` bytes.
std::int64_t most_positions(std::size_t memory);
/// Returns the memory in bytes needed to build a segment with this many positions.
std::size_t memory_for(std::int64_t positions);

/// Memory taken by an id without a game, in positions.
inline constexpr std::int64_t weight_of_empty_id = 3;

struct Upkeep {
    std::int64_t segments_made = 0;
    std::int64_t games = 0;     ///< in the segments built
    std::int64_t segments = 0;  ///< total number of segments
};

/// Receives the number of positions done and in total.
using UpkeepProgress = std::function<void(std::int64_t done, std::int64_t all)>;

/// Builds segments for games in no segment, in a stale one, or in one that is small or of which many games have
/// changed. A segment is merged with the games that follow it once these are at least half its size, so that many small
/// imports result in few segments. Each segment is committed in its own transaction; others can write while it is
/// built. `played`: as in make_segment().
Upkeep update(store::Store& store, const Resources& resources, const UpkeepProgress& progress = {},
              PlayedGames* played = nullptr);

/// Rebuilds stale segments, those of which many games have changed, or any if they are small, and those of another
/// version. Does not index other games:
/// another program may be importing them and will index them at the end.
Upkeep repair(store::Store& store);

/// Rebuilds all games into as few segments as memory allows.
Upkeep optimize(store::Store& store, const Resources& resources, const UpkeepProgress& progress = {});

/// Rebuilds a stored segment from its games in memory and compares every row byte by byte. Reports at most ten
/// differences to `each`, such as "table position_few, bucket 3: is missing". Takes as much memory as building the
/// segment: memory_for(positions_of()).
void verify_segment(const store::Store& store, const store::SegmentRow& row, unsigned threads,
                    const BuildProgress& progress, const std::function<void(const std::string& what)>& each);

/// Returns the number of positions of a segment of these games, as most_positions() counts them.
std::int64_t positions_of(const store::Store& store, std::int64_t first, std::int64_t last);

}  // namespace cofnod::index
