#pragma once

#include <cstdint>
#include <vector>

#include "curation/facts.hpp"
#include "curation/groups.hpp"

namespace cofnod::curation {

/// A record among others with the same moves.
struct Alike {
    Index record;
    Facts facts;
};

/// Joins those that may be one game; a record that may be two games is neither. Records that know their players come
/// first, so that the others find out whether one game alone can be meant. A game shorter than `min_plies` may be
/// played twice: it must be of one day, too. A longer one not on two days known; of one that is twice as long a date is
/// sooner wrong than that it was repeated.
///
/// Takes time by the number of records, and by that of different facts times that of games which they may be of.
void join_same_moves(const std::vector<Alike>& records, std::uint32_t ply_count, std::uint32_t min_plies,
                     Groups& groups);

}  // namespace cofnod::curation
