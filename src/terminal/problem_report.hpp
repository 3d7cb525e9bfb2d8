#pragma once

#include <cstdint>
#include <iosfwd>
#include <string_view>

#include "terminal/streams.hpp"

namespace cofnod {
struct Problem;
}

namespace cofnod::terminal {

/// The four-line form of a problem, fit for the terminal and in its colours.
void print_problem(std::ostream& out, const Terminal& terminal, const Problem& problem, std::string_view source,
                   std::uint64_t game_number);

}  // namespace cofnod::terminal
