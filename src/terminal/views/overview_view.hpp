#pragma once

#include "answers/overview.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints what a database contains: totals, and bars and tables of the most frequent.
void print_overview(const answers::Overview& overview, Streams& io);

}  // namespace cofnod::terminal
