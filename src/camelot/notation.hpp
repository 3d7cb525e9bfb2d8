#pragma once

#include <string>

#include "camelot/position.hpp"

namespace cofnod::camelot {

/// A move as the World Camelot Federation writes it: every square of the path, with `-` before a square that is stepped
/// or cantered to and `x` before one that is jumped to. "C8-D9", "E6-C8-A8", "F6-F8-H8xH10xJ12".
std::string write_path(const Position& before, const Path& path);

}  // namespace cofnod::camelot
