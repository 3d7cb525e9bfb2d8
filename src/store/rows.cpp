#include "store/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "base/characters.hpp"
#include "store/connection.hpp"
#include "store/statement.hpp"
#include "store/stored_values.hpp"

namespace cofnod::store {

std::optional<Form> read_form(const Connection& connection, std::int64_t id) {
    Statement row(connection, Sql::read_form);
    if (!row.with(id).step()) return std::nullopt;
    Form form;
    form.kind = kind_of(row.integer(0));
    form.notation = {std::string(row.text(1)), decision_of(row.text(2)), {}};
    for (const std::string_view code : words_of(row.text(3), " ")) form.notation.also.emplace_back(code);
    std::string buffer;
    Statement names(connection, Sql::read_tag_names);
    for (names.with(id); names.step();) form.tag_names.emplace_back(clean(names.text(0), buffer));
    form.columns = columns_of({form.tag_names.begin(), form.tag_names.end()});
    return form;
}

const Form* Forms::find(std::int64_t id) {
    constexpr std::size_t most_known = 20'000;
    if (const auto found = known_.find(id); found != known_.end()) return &found->second;
    std::optional<Form> form = read_form(connection_, id);
    if (!form) return nullptr;
    if (known_.size() >= most_known) known_.clear();
    return &known_.emplace(id, *std::move(form)).first->second;
}

std::optional<PartialDate> stored_date(const Statement& row, int column) {
    const auto number = row.optional_integer(column);
    return number ? std::optional(PartialDate::from_number(static_cast<std::int32_t>(*number))) : std::nullopt;
}

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
    page,
    box,
};

/// Parses a stored box; returns an unknown page if the text is damaged.
PageBox box_in(std::uint32_t page, std::string_view text) {
    PageBox box{.page = page};
    for (std::uint32_t* number : {&box.x, &box.y, &box.width, &box.height}) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
        if (error != std::errc{}) return {};
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        text.remove_prefix(text.starts_with(','));
    }
    return box;
}

}  // namespace

std::string text_of_box(const PageBox& box) { return fmt::format("{},{},{},{}", box.x, box.y, box.width, box.height); }

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
    if (!row.is_null(first + Column::page)) problem.box = box_in(small(Column::page), text(Column::box));
    return problem;
}

void for_each_problem(const Store& store, std::int64_t page_after, const std::function<bool(const ProblemRow&)>& each) {
    Statement row(store.connection(), Sql::list_problems);
    IdOrder games, problems;
    std::int64_t last_game = page_after;
    for (row.with(page_after); row.step();) {
        if (row.integer(0) != last_game) {
            games.check(row, last_game = row.integer(0));
            problems = {};
        }
        problems.check(row, row.integer(4 + problem_columns));
        const ProblemRow problem = {row.integer(0), state_of(row.integer(1)),
                                    static_cast<std::uint64_t>(row.integer(2)), std::string(row.text(3)),
                                    problem_in(row, 4)};
        if (!each(problem)) return;
    }
}

}  // namespace cofnod::store
