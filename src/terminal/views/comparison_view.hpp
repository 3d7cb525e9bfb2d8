#pragma once

#include "answers/comparison.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints several records of one game side by side; `all`: also where they agree.
void print_comparison(const answers::Comparison& comparison, bool all, Streams& io);

}  // namespace cofnod::terminal
