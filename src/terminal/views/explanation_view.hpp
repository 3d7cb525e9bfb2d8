#pragma once

#include <iosfwd>

#include "search/answers.hpp"

namespace cofnod::terminal {

/// Prints how a search was answered: the indexes used, the rows read, the time it took.
void print_explanation(const search::Query& query, const search::Explanation& explanation, double milliseconds,
                       std::ostream& out);

}  // namespace cofnod::terminal
