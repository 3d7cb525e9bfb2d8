#pragma once

#include <cstdint>

#include "camelot/position.hpp"

namespace cofnod::camelot {

/// What counts as a move of its own.
enum class Branching : std::uint8_t { by_path, by_result };

/// How many different lines of `depth` plies start here: the number that all correct move generators agree on. A game
/// that is over has no lines.
std::uint64_t perft(const Position& position, int depth, Branching branching);

}  // namespace cofnod::camelot
