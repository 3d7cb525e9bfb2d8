#pragma once

#include "base/problem.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

/// Reads a problem from the eleven columns from `first` on: kind, severity, line, column, byte, ply, message,
/// line_text, caret, width, remedy.
Problem problem_in(const Statement& row, int first);

}  // namespace cofnod::store
