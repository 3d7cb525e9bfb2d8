#include "base/problem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/anchor.hpp"
#include "base/problem_kinds.hpp"
#include "base/say.hpp"
#include "base/sentence.hpp"
#include "base/utf8.hpp"

namespace cofnod {

namespace {

/// The widest line of a source that a message shows.
constexpr std::size_t shown_columns = 76;

/// `text` without control characters, which must never reach a terminal, and with tabs as blanks: one code point
/// stays one code point, so that carets stay true.
std::string printable(std::string_view text) {
    std::string result = utf8::repaired(text);
    for (char& c : result)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    return result;
}

/// Steps back from `at` by up to `count` code points, no further than `begin`.
std::size_t step_back(std::string_view text, std::size_t begin, std::size_t at, std::size_t count) {
    while (count > 0 && at > begin) {
        --at;
        while (at > begin && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
        --count;
    }
    return at;
}

std::size_t step_forward(std::string_view text, std::size_t end, std::size_t at, std::size_t count) {
    while (count > 0 && at < end) {
        ++at;
        while (at < end && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
        --count;
    }
    return at;
}

bool is_about_a_move(ProblemGroup group) {
    return group == ProblemGroup::illegal_move || group == ProblemGroup::ambiguous_move ||
           group == ProblemGroup::unreadable_move;
}

std::string isolated_line(const std::string& text) {
    return utf8::has_right_to_left(text) ? "\u2066" + text + "\u2069" : text;
}

}  // namespace

void locate(Problem& problem, std::string_view text, std::size_t begin, std::size_t end, const Anchor& anchor) {
    const Anchor at = advanced(anchor, text, std::min(begin, text.size()));
    problem.place = {.line = at.line, .column = at.column, .byte = at.byte};
    show_line(problem, text, begin, end);
}

void show_line(Problem& problem, std::string_view text, std::size_t begin, std::size_t end) {
    begin = std::min(begin, text.size());
    // No further than what is shown: lines may have any length.
    constexpr std::size_t bytes_shown = 4 * shown_columns;
    const auto is_break = [](char c) { return c == '\n' || c == '\r'; };
    std::size_t line_begin = begin;
    while (line_begin > 0 && begin - line_begin < bytes_shown && !is_break(text[line_begin - 1])) --line_begin;
    std::size_t line_end = begin;
    while (line_end < text.size() && line_end - begin < bytes_shown && !is_break(text[line_end])) ++line_end;
    end = std::clamp(end, begin, std::max(begin, line_end));

    const std::size_t from = step_back(text, line_begin, begin, shown_columns / 2);
    const std::size_t to = step_forward(text, line_end, from, shown_columns);
    end = std::min(end, std::max(begin, to));
    problem.line = printable(text.substr(from, to - from));
    problem.caret = static_cast<std::uint32_t>(utf8::length(text.substr(from, begin - from)));
    problem.width = static_cast<std::uint32_t>(std::max<std::size_t>(1, utf8::length(text.substr(begin, end - begin))));
}

std::string marked_line(const Problem& problem) {
    const std::string& line = problem.line;
    const std::size_t begin = step_forward(line, line.size(), 0, problem.caret);
    const std::size_t end = step_forward(line, line.size(), begin, problem.width);
    const std::string_view token = std::string_view(line).substr(begin, end - begin);
    return fmt::format("  {}\n  {:{}}^{:~>{}}", isolated_line(line), "", utf8::display_width(line.substr(0, begin)), "",
                       std::max<std::size_t>(1, utf8::display_width(token)) - 1);
}

std::string format_problem(const Problem& problem, std::string_view source, std::uint64_t game_number,
                           std::string_view remedy) {
    std::string where = fmt::format("{}:{}:{}:", source, problem.place.line, problem.place.column);
    const std::uint64_t move = problem.ply / 2 + 1;
    if (game_number && is_about_a_move(problem.group()))
        where += ' ' + (problem.ply % 2 ? say("game {}, move {} (Black):", game_number, move)
                                        : say("game {}, move {}:", game_number, move));
    else if (game_number)
        where += ' ' + say("game {}:", game_number);
    else if (is_about_a_move(problem.group()))
        where += ' ' + (problem.ply % 2 ? say("move {} (Black):", move) : say("move {}:", move));

    return format_message(where, sentence(problem.reason), problem, remedy);
}

std::string format_message(std::string_view where, std::string_view message, const Problem& place,
                           std::string_view remedy) {
    std::string text = fmt::format("{} {}\n", where, message);
    if (!place.line.empty()) text += marked_line(place) + '\n';
    if (const PageBox& box = place.box; box.is_known())
        text += "  " +
                say("on page {}, at x {}, y {}, width {}, height {}", box.page, box.x, box.y, box.width, box.height) +
                '\n';
    if (!remedy.empty()) text += fmt::format("  {}\n", remedy);
    return text;
}

}  // namespace cofnod
