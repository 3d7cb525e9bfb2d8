#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "chess/position.hpp"

namespace cofnod::chess {

/// Number of move sequences of `depth` plies from `position`: the standard test of move generators.
std::uint64_t perft(const Position& position, int depth);

/// perft() for each first move, to locate the move on which two generators disagree. Requires depth >= 1.
std::vector<std::pair<Move, std::uint64_t>> divide(const Position& position, int depth);

}  // namespace cofnod::chess
