#include "store/problem_row.hpp"

#include <algorithm>
#include <string>

#include "store/arguments.hpp"
#include "store/names.hpp"

namespace cofnod::store {

namespace {

enum Column {
    kind,
    frame,
    arguments,
    severity,
    line,
    column,
    byte,
    ply,
    line_text,
    caret,
    width,
    remedy,
    remedy_arguments,
};

}  // namespace

Problem problem_in(const Statement& row, int first) {
    const auto number = [&](Column at) { return static_cast<std::uint64_t>(row.integer(first + at)); };
    const auto small = [&](Column at) { return static_cast<std::uint32_t>(row.integer(first + at)); };
    const auto text = [&](Column at) { return row.text(first + at); };
    Problem problem;
    problem.reason = {known_problem_kind(text(Column::kind)), arguments_in(text(Column::arguments)),
                      known_frame(text(Column::frame))};
    problem.severity = severity_of(text(Column::severity));
    problem.place = {.line = number(Column::line), .column = number(Column::column), .byte = number(Column::byte)};
    problem.ply = small(Column::ply);
    problem.line = text(Column::line_text);
    // Clamped to the line, since a damaged row may hold any number.
    problem.caret = std::min(small(Column::caret), static_cast<std::uint32_t>(problem.line.size()));
    problem.width = std::min(small(Column::width), static_cast<std::uint32_t>(problem.line.size() + 1));
    problem.advice = {known_remedy(text(Column::remedy)), arguments_in(text(Column::remedy_arguments))};
    return problem;
}

}  // namespace cofnod::store
