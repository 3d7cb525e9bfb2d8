#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/problem.hpp"
#include "games/record/record.hpp"
#include "store/partial_date.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"
#include "store/stored_values.hpp"

namespace cofnod::store {

class Connection;

/// A row of table form: rules, notation and tag names shared by many games.
struct Form {
    GameKind kind = GameKind::chess;
    NotationDecision notation;
    std::vector<std::string> tag_names;
    std::vector<TagColumn> columns;  ///< by tag
};

/// Reads a form; nullopt if there is no such row.
std::optional<Form> read_form(const Connection& connection, std::int64_t id);

/// Cache of forms, of which real archives have dozens.
class Forms {
public:
    explicit Forms(const Connection& connection) : connection_(connection) {}

    /// Returns the form, valid until the next call; nullptr if there is no such row.
    const Form* find(std::int64_t id);

private:
    const Connection& connection_;
    std::unordered_map<std::int64_t, Form> known_;
};

/// Returns the date in a column; nullopt: NULL.
std::optional<PartialDate> stored_date(const Statement& row, int column);

inline constexpr int problem_columns = 15;

/// Returns the problem in the columns from `first` on: kind, frame, arguments, severity, line, column, byte, ply,
/// line_text, caret, width, remedy, remedy_arguments, page, box.
Problem problem_in(const Statement& row, int first);

/// Returns a page box in its stored form: "512,1180,96,31".
std::string text_of_box(const PageBox& box);

/// A problem with its game and source, for format_problem.
struct ProblemRow {
    std::int64_t game = 0;
    GameState state = GameState::complete;
    std::uint64_t number = 0;  ///< game number in its source
    std::string source;        ///< path
    Problem problem;
};

/// Visits problems ordered by game, from the game after `page_after` on; `each` returns false to stop.
void for_each_problem(const Store& store, std::int64_t page_after, const std::function<bool(const ProblemRow&)>& each);

}  // namespace cofnod::store
