#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/problem.hpp"
#include "game/state.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"

namespace cofnod::store {

inline constexpr int problem_columns = 15;

/// Returns the problem in the columns from `first` on: kind, frame, arguments, severity, line, column, byte, ply,
/// line_text, caret, width, remedy, remedy_arguments, page, box.
Problem problem_in(const Statement& row, int first);

/// Returns a place on a page as the database has it: "512,1180,96,31".
std::string text_of_box(const PageBox& box);

/// A problem with its game and source, for format_problem.
struct ProblemRow {
    std::int64_t game = 0;
    GameState state = GameState::complete;
    std::uint64_t number = 0;  ///< of the game in its source
    std::string source;        ///< path
    Problem problem;
};

/// Visits problems ordered by game, from the game after `page_after` on; `each` returns false to stop.
void for_each_problem(const Store& store, std::int64_t page_after, const std::function<bool(const ProblemRow&)>& each);

}  // namespace cofnod::store
