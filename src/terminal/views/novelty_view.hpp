#pragma once

#include "answers/novelty.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints where a game left what was known, ply by ply, and what had been played there.
void print_novelty(const answers::Novelty& novelty, Streams& io);

/// Prints beside it how many games count as earlier.
void print_earlier_games(const answers::Novelty& novelty, Streams& io);

}  // namespace cofnod::terminal
