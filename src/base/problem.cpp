#include "base/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/characters.hpp"
#include "base/place.hpp"
#include "base/problem_kinds.hpp"
#include "base/tr.hpp"

namespace cofnod {

namespace {

constexpr std::array kind_names = {
#define PROBLEM(name, template) std::string_view(#name),
#include "base/problems.def"
};

constexpr std::array group_names = {
#define GROUP(name) std::string_view(#name),
#include "base/problems.def"
};

constexpr std::array frame_names = {
#define FRAME(name, template) std::string_view(#name),
#include "base/problems.def"
};

constexpr std::array remedy_names = {
#define REMEDY(name, template) std::string_view(#name),
#include "base/problems.def"
};

constexpr auto groups = [] {
    std::array<ProblemGroup, kind_names.size()> of_kinds{};
    ProblemGroup group{};
    std::size_t kind = 0;
#define GROUP(name) group = ProblemGroup::name;
#define PROBLEM(name, template) of_kinds[kind++] = group;
#include "base/problems.def"
    return of_kinds;
}();

static_assert(Reason{}.frame == Frame::none && Advice{}.remedy == Remedy::none);

template <typename Enum, std::size_t count>
std::optional<Enum> enumerator_of(const std::array<std::string_view, count>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view name_of(ProblemKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }
std::string_view name_of(ProblemGroup group) { return group_names[static_cast<std::size_t>(group)]; }
std::string_view name_of(Frame frame) { return frame_names[static_cast<std::size_t>(frame)]; }
std::string_view name_of(Remedy remedy) { return remedy_names[static_cast<std::size_t>(remedy)]; }

std::optional<ProblemKind> problem_kind_of(std::string_view name) {
    return enumerator_of<ProblemKind>(kind_names, name);
}
std::optional<Frame> frame_of(std::string_view name) { return enumerator_of<Frame>(frame_names, name); }
std::optional<Remedy> remedy_of(std::string_view name) { return enumerator_of<Remedy>(remedy_names, name); }

ProblemGroup group_of(ProblemKind kind) { return groups[static_cast<std::size_t>(kind)]; }

std::size_t memory_of(const Arguments& arguments) {
    std::size_t bytes = arguments.capacity() * sizeof(Argument);
    for (const Argument& argument : arguments) {
        if (const auto* const text = std::get_if<std::string>(&argument.value())) bytes += text->capacity();
        if (const auto* const items = std::get_if<Argument::List>(&argument.value())) {
            bytes += items->capacity() * sizeof(std::string);
            for (const std::string& item : *items) bytes += item.capacity();
        }
    }
    return bytes;
}

namespace {

constexpr std::array kind_templates = {
#define PROBLEM(name, template) std::string_view(template),
#include "base/problems.def"
};

constexpr std::array frame_templates = {
#define FRAME(name, template) std::string_view(template),
#include "base/problems.def"
};

constexpr std::array remedy_templates = {
#define REMEDY(name, template) std::string_view(template),
#include "base/problems.def"
};

/// Isolates a word, so that its direction does not reorder the sentence around it.
std::string isolated(const std::string& text) {
    return is_spoken_right_to_left() || utf8::has_right_to_left(text) ? "\u2068" + text + "\u2069" : text;
}

/// A placeholder of a template: {1:, | and }.
struct Slot {
    std::string_view argument, separator, last_separator;

    explicit Slot(std::string_view inside) : argument(inside.substr(0, inside.find(':'))) {
        if (argument.size() == inside.size()) return;
        inside.remove_prefix(argument.size() + 1);
        separator = last_separator = inside.substr(0, inside.find('|'));
        if (separator.size() < inside.size()) last_separator = inside.substr(separator.size() + 1);
    }

    [[nodiscard]] const Argument* find_in(const Arguments& arguments) const {
        const std::size_t index =
            argument == "last" ? arguments.size() - 1 : static_cast<std::size_t>(argument[0] - '0');
        return index < arguments.size() ? &arguments[index] : nullptr;
    }

    /// True for a name that is translated.
    [[nodiscard]] bool is_name() const {
        return separator == "piece" || separator == "language" || separator == "game";
    }

    [[nodiscard]] std::string joined(const Argument::List& items) const {
        std::string text;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i > 0) text += i + 1 == items.size() ? last_separator : separator;
            text += isolated(items[i]);
        }
        return text;
    }

    [[nodiscard]] std::string text_of(const Argument& value) const {
        if (const auto* const text = std::get_if<std::string>(&value.value()))
            return is_name() ? std::string(translated(*text)) : isolated(*text);
        if (const auto* const items = std::get_if<Argument::List>(&value.value())) return joined(*items);
        return std::to_string(std::get<std::int64_t>(value.value()));
    }
};

/// Fills in the placeholders of a template; {} becomes `reason`.
std::string filled(std::string_view text, const Arguments& arguments, std::string_view reason = {}) {
    std::string result;
    for (std::size_t at = 0;;) {
        const std::size_t open = std::min(text.find('{', at), text.size());
        const std::size_t close = text.find('}', open);
        result += text.substr(at, open - at);
        if (close == std::string_view::npos) return result;
        const Slot slot(text.substr(open + 1, close - open - 1));
        if (slot.argument.empty())
            result += reason;
        else if (const Argument* const argument = slot.find_in(arguments))
            result += slot.text_of(*argument);
        at = close + 1;
    }
}

template <typename Enum, std::size_t count>
void add_templates(std::vector<ProblemTemplate>& all, const std::array<std::string_view, count>& texts,
                   std::string_view (*group)(Enum)) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto enumerator = static_cast<Enum>(i);
        if (name_of(enumerator) != "none") all.push_back({name_of(enumerator), group(enumerator), texts[i]});
    }
}

}  // namespace

std::string sentence(const Reason& reason) {
    std::string text = filled(translated(kind_templates[static_cast<std::size_t>(reason.kind)]), reason.arguments);
    if (reason.frame == Frame::none) return text;
    return filled(translated(frame_templates[static_cast<std::size_t>(reason.frame)]), reason.arguments, text);
}

std::string sentence(const Advice& advice) {
    return filled(translated(remedy_templates[static_cast<std::size_t>(advice.remedy)]), advice.arguments);
}

const std::vector<ProblemTemplate>& problem_templates() {
    static const std::vector<ProblemTemplate> templates = [] {
        std::vector<ProblemTemplate> all;
        add_templates<ProblemKind>(all, kind_templates, [](ProblemKind kind) { return name_of(group_of(kind)); });
        add_templates<Frame>(all, frame_templates, [](Frame) { return std::string_view("frame"); });
        add_templates<Remedy>(all, remedy_templates, [](Remedy) { return std::string_view("remedy"); });
        return all;
    }();
    return templates;
}

namespace {

/// Maximum width of a source line in a message.
constexpr std::size_t shown_columns = 76;

/// Returns `text` with blanks for tabs and control characters, which must never reach a terminal. The number of code
/// points is unchanged, so carets stay aligned.
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
    // Bounded by the width shown, since lines may have any length.
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
        where += ' ' + (problem.ply % 2 ? tr("game {}, move {} (Black):", game_number, move)
                                        : tr("game {}, move {}:", game_number, move));
    else if (game_number)
        where += ' ' + tr("game {}:", game_number);
    else if (is_about_a_move(problem.group()))
        where += ' ' + (problem.ply % 2 ? tr("move {} (Black):", move) : tr("move {}:", move));

    return format_message(where, sentence(problem.reason), problem, remedy);
}

std::string format_message(std::string_view where, std::string_view message, const Problem& place,
                           std::string_view remedy) {
    std::string text = fmt::format("{} {}\n", where, message);
    if (!place.line.empty()) text += marked_line(place) + '\n';
    if (const PageBox& box = place.box; box.is_known())
        text += "  " +
                tr("on page {}, at x {}, y {}, width {}, height {}", box.page, box.x, box.y, box.width, box.height) +
                '\n';
    if (!remedy.empty()) text += fmt::format("  {}\n", remedy);
    return text;
}

}  // namespace cofnod
