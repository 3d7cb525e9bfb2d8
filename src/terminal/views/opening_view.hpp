#pragma once

#include <string_view>

#include "answers/opening_report.hpp"
#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// Prints a report on a position, or one section of it; `with_openings`: with their codes and names.
void print_opening(const answers::OpeningReport& opening, bool with_openings, std::string_view section, Streams& io);

}  // namespace cofnod::terminal
