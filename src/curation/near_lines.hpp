#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "curation/alignment.hpp"
#include "curation/groups.hpp"

namespace cofnod::curation {

/// A record that may be another reading of one of the others.
struct NearLine {
    Index record;
    std::uint32_t people;  ///< records with the same number have the same players
    Line line;
};

/// Joins records that differ in few moves, at most `most` and in proportion to their length, but in one at least; and
/// that do not only begin alike. `may_be` tells whether people of two numbers may be the same. Of two lines of one
/// length the first given counts as the shorter one. Returns how many places in
/// lines were looked at.
///
/// Not every pair: of a line cut into blocks, of which there are more than moves that may differ, some must stand in
/// the other line as they are, and near the same place. The rarest blocks are looked up; records that are joined
/// already are not compared again.
std::uint64_t join_near_lines(const std::vector<NearLine>& lines, std::uint32_t most,
                              const std::function<bool(std::uint32_t, std::uint32_t)>& may_be, Groups& groups);

}  // namespace cofnod::curation
