#pragma once

#include "jobs/corrections.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints beside the data what a correction changes: the lines before and now, and how far the game can be read.
void print_correction(const jobs::CorrectedGame& game, Streams& io);

}  // namespace cofnod::terminal
