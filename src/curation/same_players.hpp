#pragma once

#include <span>
#include <utility>
#include <vector>

#include "curation/duplicates.hpp"
#include "curation/groups.hpp"
#include "curation/record.hpp"
#include "store/game_reader.hpp"

namespace cofnod::curation {

/// Two records of one game.
using Pair = std::pair<Index, Index>;

/// Adds pairs that join those of `group` that are one game: one is contained in another, or they differ in few moves.
/// `group`: into `records`, in order, all of the same players and start. `so_far`: which records are one game already;
/// groups of other players don't matter, since none of their records is ever joined with one of these.
void find_same_players(std::span<const Index> group, const std::vector<Record>& records, const Groups& so_far,
                       const DuplicateOptions& options, store::GameReader& games, std::vector<Pair>& found);

}  // namespace cofnod::curation
