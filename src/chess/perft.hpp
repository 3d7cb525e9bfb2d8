#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "chess/position.hpp"

namespace cofnod::chess {

/// How many different lines of `depth` plies start here: the number that all correct move generators agree on.
std::uint64_t perft(const Position& position, int depth);

/// The same, move by move: where two generators disagree, this finds the move. depth >= 1.
std::vector<std::pair<Move, std::uint64_t>> divide(const Position& position, int depth);

}  // namespace cofnod::chess
