#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "index/build.hpp"
#include "store/segments.hpp"
#include "store/store.hpp"

namespace cofnod::index {

/// Makes a stored segment once more from its games, in memory, and holds every row of it against what is stored, byte
/// by byte; `each` is told what is not alike, "table material, KQRP v KR: is missing", at most a few rows of one
/// segment. It takes as much memory as making the segment did: positions_of() says how many it has.
void verify_segment(const store::Store& store, const store::SegmentRow& row, unsigned threads,
                    const BuildProgress& progress, const std::function<void(const std::string& what)>& each);

/// Counts the positions of a segment of these games, as most_positions() counts them.
std::int64_t positions_of(const store::Store& store, std::int64_t first, std::int64_t last);

}  // namespace cofnod::index
