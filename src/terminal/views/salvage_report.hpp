#pragma once

#include "jobs/salvage.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints how many games were saved, and how to get back what was lost.
void print_report(const jobs::SalvageReport& report, const jobs::SalvageOptions& options, Streams& io);

}  // namespace cofnod::terminal
