#pragma once

#include <iosfwd>

#include "jobs/dedupe.hpp"

namespace cofnod::terminal {

/// Prints what was found and linked, and what to type next.
void print_report(const jobs::DedupeReport& report, const jobs::DedupeOptions& job, std::ostream& err);

}  // namespace cofnod::terminal
