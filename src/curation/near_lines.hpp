#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "curation/alignment.hpp"
#include "curation/groups.hpp"

namespace cofnod::curation {

/// A record that may be a different reading of another.
struct NearLine {
    Index record;
    std::uint32_t people;  ///< number of the players of the record
    Line line;
};

/// Joins records that differ in at least one and at most `most` moves, in proportion to their length. `may_be` returns
/// true if players of two numbers may be the same. Of two lines of equal length the first given counts as the shorter.
/// Returns the number of places compared, a measure of the work.
///
/// Avoids comparing all pairs: if a line is cut into more blocks than the allowed differences, some block must occur
/// unchanged in the other line near the same place. Only the rarest blocks are looked up, and joined records are not
/// compared again.
std::uint64_t join_near_lines(const std::vector<NearLine>& lines, std::uint32_t most,
                              const std::function<bool(std::uint32_t, std::uint32_t)>& may_be, Groups& groups);

}  // namespace cofnod::curation
