#pragma once

#include <cstddef>
#include <iosfwd>
#include <utility>
#include <vector>

#include "terminal/streams.hpp"

namespace cofnod::terminal {

/// A point of a curve: time in years, such as 1997.5, and value.
using PlotPoint = std::pair<double, double>;

/// Draws a curve over years, with labelled axes: the mean value of each column. Prints nothing for fewer than two
/// years or values.
void print_plot(std::ostream& out, const std::vector<PlotPoint>& points, const Terminal& terminal);

}  // namespace cofnod::terminal
