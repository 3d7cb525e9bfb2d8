#include "cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.hpp"

namespace cofnod::cli {

namespace {

constexpr std::size_t page_width = 80;
constexpr std::size_t widest_name = 26;

struct Row {
    std::string name, text;
};
struct List {
    std::string title;
    std::vector<Row> rows;
};

/// Formats lists below each other with common column widths.
std::string listed(const std::vector<List>& lists) {
    std::size_t width = 0;
    for (const List& list : lists)
        for (const Row& row : list.rows)
            if (const std::size_t own = utf8::display_width(row.name); own <= widest_name) width = std::max(width, own);
    std::string text;
    for (const List& list : lists) {
        if (list.rows.empty()) continue;
        text += list.title.empty() ? "\n" : fmt::format("\n{}:\n", list.title);
        for (const Row& row : list.rows) {
            const bool own_line = utf8::display_width(row.name) > width;
            text += fmt::format("  {:{}}", row.name, width);
            text += own_line ? '\n' + std::string(width + 4, ' ') : "  ";
            text += wrapped(row.text, width + 4) + '\n';
        }
    }
    return text;
}

/// Returns "-q, --quiet", "    --from FORMAT" or "FILE...".
std::string shown_name(const Option& option) {
    if (option.is_argument()) return option.name() + (option.repeats ? "..." : "");
    std::string names;
    for (const std::string& name : option.names) {
        const bool is_long = name.starts_with("--");
        names += (names.empty() ? (is_long ? "    " : "") : ", ") + name;
    }
    return option.is_flag() ? names : fmt::format("{} {}", names, option.value);
}

List arguments_of(const Command& command) {
    List list;
    for (const Option& option : command.options())
        if (option.is_argument()) list.rows.push_back({shown_name(option), option.help});
    return list;
}

std::vector<List> options_of(const Arguments& table) {
    std::vector<List> lists;
    for (const auto& [heading, options] : by_heading(table)) {
        lists.push_back({heading, {}});
        for (const Option* option : options)
            if (option->is_listed) lists.back().rows.push_back({shown_name(*option), option->help});
    }
    return lists;
}

List commands_of(const Program& program) {
    List list{"commands", {}};
    for (const Command& command : program.commands) list.rows.push_back({command.text().name, command.text().summary});
    return list;
}

std::string footer_of(const CommandText& text) {
    std::string footer;
    if (!text.more.empty()) footer += '\n' + wrapped(text.more, 0) + '\n';
    footer += "\nexamples:\n";
    for (std::string_view rest = text.examples; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        footer += fmt::format("  {}\n", rest.substr(0, end));
        rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    }
    return footer;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent) {
    std::string result;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t end = text.find(' ');
        const std::string_view word = text.substr(0, end);
        const std::size_t width = utf8::display_width(word);
        if (column > indent && column + 1 + width > page_width) {
            result += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            result += ' ';
            ++column;
        }
        result += word;
        column += width;
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return result;
}

std::vector<std::pair<std::string, std::vector<const Option*>>> by_heading(const Arguments& table) {
    std::vector<std::pair<std::string, std::vector<const Option*>>> groups;
    for (const Option& option : table.options()) {
        if (option.is_argument()) continue;
        auto group =
            std::find_if(groups.begin(), groups.end(), [&](const auto& each) { return each.first == option.heading; });
        if (group == groups.end()) group = groups.insert(groups.end(), {option.heading, {}});
        group->second.push_back(&option);
    }
    std::stable_partition(groups.begin(), groups.end(), [](const auto& group) { return group.first != "output"; });
    return groups;
}

std::string usage_line(const Command& command) {
    std::string line = fmt::format("cofnod {} [options]", command.text().name);
    for (const Option& option : command.options())
        if (option.is_argument())
            line += option.required ? " " + shown_name(option) : fmt::format(" [{}]", shown_name(option));
    return line;
}

std::string help_text(const Program& program, HelpLength length) {
    std::vector<List> lists = options_of(program.common);
    const std::string text = fmt::format("{}\n\nusage: {}\n{}{}", program.summary, program.usage,
                                         listed({commands_of(program)}), listed(lists));
    return text + (length == HelpLength::full ? program.footer : "\nmore, with examples: cofnod --help\n");
}

std::string help_text(const Program& program, const Command& command, HelpLength length) {
    const bool full = length == HelpLength::full;
    std::vector<List> lists = options_of(command);
    if (full)
        for (List& list : options_of(program.common)) lists.push_back(std::move(list));
    const std::string text = fmt::format("{}\n\nusage: {}\n{}{}", command.text().summary, usage_line(command),
                                         listed({arguments_of(command)}), listed(lists));
    return text + (full ? footer_of(command.text())
                        : fmt::format("\nmore, with examples: cofnod {} --help\n", command.text().name));
}

}  // namespace cofnod::cli
