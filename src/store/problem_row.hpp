#pragma once

#include "base/problem.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

inline constexpr int problem_columns = 13;

/// Returns the problem in the columns from `first` on: kind, frame, arguments, severity, line, column, byte, ply,
/// line_text, caret, width, remedy, remedy_arguments.
Problem problem_in(const Statement& row, int first);

}  // namespace cofnod::store
