#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>

#include "store/store.hpp"

namespace cofnod::index {

/// Limits on the resources used to make segments.
struct Resources {
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    std::size_t memory = std::size_t{512} << 20;  ///< bytes
};

/// Maximum number of positions of a segment that is made within so much memory.
std::int64_t most_positions(std::size_t memory);
/// The other way round.
std::size_t memory_for(std::int64_t positions);

/// An id of a segment takes memory even if no game has it: as much as so many positions.
inline constexpr std::int64_t weight_of_empty_id = 3;

struct Upkeep {
    std::int64_t segments_made = 0;
    std::int64_t games = 0;     ///< of the segments made
    std::int64_t segments = 0;  ///< that there are now
};

/// Receives the number of positions done and of all.
using UpkeepProgress = std::function<void(std::int64_t done, std::int64_t all)>;

/// Makes segments of the games that are in none or in a stale one. Small neighbours are joined on the way, so that
/// many small imports leave few segments: each is made again when twice as many positions have come behind it.
/// Every segment is a transaction of its own; what is done stays done.
Upkeep update(store::Store& store, const Resources& resources, const UpkeepProgress& progress = {});

/// Makes all segments anew, as few as the memory allows.
Upkeep optimize(store::Store& store, const Resources& resources, const UpkeepProgress& progress = {});

}  // namespace cofnod::index
