#pragma once

#include <cstdint>

#include "camelot/position.hpp"

namespace cofnod::camelot {

/// Criterion by which moves are distinct.
enum class Branching : std::uint8_t { by_path, by_result };

/// Number of move sequences of `depth` plies from `position`: the standard test of move generators. 0 if the game is
/// over.
std::uint64_t perft(const Position& position, int depth, Branching branching);

}  // namespace cofnod::camelot
