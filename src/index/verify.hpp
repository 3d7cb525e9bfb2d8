#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "index/build.hpp"
#include "store/segments.hpp"
#include "store/store.hpp"

namespace cofnod::index {

/// Rebuilds a stored segment from its games in memory and compares every row byte by byte. Reports at most ten
/// differences to `each`, such as "table position_few, bucket 3: is missing". Takes as much memory as building the
/// segment: memory_for(positions_of()).
void verify_segment(const store::Store& store, const store::SegmentRow& row, unsigned threads,
                    const BuildProgress& progress, const std::function<void(const std::string& what)>& each);

/// Returns the number of positions of a segment of these games, as most_positions() counts them.
std::int64_t positions_of(const store::Store& store, std::int64_t first, std::int64_t last);

}  // namespace cofnod::index
