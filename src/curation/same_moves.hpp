#pragma once

#include <cstdint>
#include <vector>

#include "curation/facts.hpp"
#include "curation/groups.hpp"

namespace cofnod::curation {

/// A record among others with the same moves.
struct SameMovesRecord {
    Index record;
    Facts facts;
};

/// Joins records that may be the same game; a record compatible with two games is not joined. Records with known
/// players must come first. Dates: games shorter than `min_plies` may be played twice, so they must have the same full
/// date; longer games must not have contradicting dates; from twice `min_plies` on dates are ignored as more likely
/// wrong.
///
/// Time: number of records plus number of distinct facts times number of candidate games.
void join_same_moves(const std::vector<SameMovesRecord>& records, std::uint32_t ply_count, std::uint32_t min_plies,
                     Groups& groups);

}  // namespace cofnod::curation
