#pragma once

#include <string>

#include "base/problem.hpp"
#include "store/statement.hpp"

namespace cofnod::store {

inline constexpr int problem_columns = 15;

/// Returns the problem in the columns from `first` on: kind, frame, arguments, severity, line, column, byte, ply,
/// line_text, caret, width, remedy, remedy_arguments, page, box.
Problem problem_in(const Statement& row, int first);

/// Returns a place on a page as the database has it: "512,1180,96,31".
std::string text_of_box(const PageBox& box);

}  // namespace cofnod::store
