#include "store/problem_row.hpp"

#include <algorithm>

#include "store/names.hpp"

namespace cofnod::store {

Problem problem_in(const Statement& row, int first) {
    const auto number = [&](int column) { return static_cast<std::uint64_t>(row.integer(first + column)); };
    const auto small = [&](int column) { return static_cast<std::uint32_t>(row.integer(first + column)); };
    const auto text = [&](int column) { return std::string(row.text(first + column)); };
    Problem problem;
    problem.reason = {problem_kind_of(row.text(first)), {row.text(first + 6)}, Frame::as_stored};
    problem.severity = severity_of(row.text(first + 1));
    problem.place = {.line = number(2), .column = number(3), .byte = number(4)};
    problem.ply = small(5);
    problem.line = text(7);
    // Clamped to the line, since a damaged row may hold any number.
    problem.caret = std::min(small(8), static_cast<std::uint32_t>(problem.line.size()));
    problem.width = std::min(small(9), static_cast<std::uint32_t>(problem.line.size() + 1));
    if (!text(10).empty()) problem.advice = {Remedy::as_stored, {text(10)}};
    return problem;
}

}  // namespace cofnod::store
