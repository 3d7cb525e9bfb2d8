#include "cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/characters.hpp"
#include "base/tr.hpp"

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

/// Formats lists one after another with common column widths.
std::string listed(const std::vector<List>& lists) {
    std::size_t width = 0;
    for (const List& list : lists)
        for (const Row& row : list.rows)
            if (const std::size_t own = utf8::display_width(row.name); own <= widest_name) width = std::max(width, own);
    std::string text;
    for (const List& list : lists) {
        if (list.rows.empty()) continue;
        text += list.title.empty() ? "\n" : '\n' + wrapped(tr("{}:", list.title), 0) + '\n';
        for (const Row& row : list.rows) {
            const bool own_line = utf8::display_width(row.name) > width;
            text += fmt::format("  {:{}}", row.name, width);
            text += own_line ? '\n' + std::string(width + 4, ' ') : "  ";
            text += wrapped(row.text, width + 4) + '\n';
        }
    }
    return text;
}

/// Tracks the isolates open at a point in a text, to close them at the end of a line and reopen them in the next.
class OpenIsolates {
public:
    void pass(std::string_view text) {
        for (; !text.empty(); text.remove_prefix(1)) {
            if (text.starts_with("\u2069")) marks_.resize(marks_.size() - std::min(marks_.size(), mark_size));
            if (text.starts_with("\u2067") || text.starts_with("\u2068")) marks_ += text.substr(0, mark_size);
        }
    }
    [[nodiscard]] const std::string& marks() const { return marks_; }
    [[nodiscard]] std::string closed() const {
        std::string result;
        for (std::size_t i = 0; i < marks_.size(); i += mark_size) result += "\u2069";
        return result;
    }

private:
    static constexpr std::size_t mark_size = 3;
    std::string marks_;
};

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
        if (option.is_argument()) list.rows.push_back({shown_name(option), std::string(translated(option.help))});
    return list;
}

std::vector<List> options_of(const Arguments& table) {
    std::vector<List> lists;
    for (const auto& [heading, options] : by_heading(table)) {
        lists.push_back({std::string(translated(heading)), {}});
        for (const Option* option : options)
            if (option->is_listed)
                lists.back().rows.push_back({shown_name(*option), std::string(translated(option->help))});
    }
    return lists;
}

std::string shown_examples(std::string_view examples) {
    const std::string lines = with_translated_remarks(examples);
    std::string text = '\n' + tr("{}:", tr("examples")) + '\n';
    for (std::size_t at = 0; at < lines.size();) {
        const std::size_t end = std::min(lines.find('\n', at), lines.size());
        text += fmt::format("  {}\n", std::string_view(lines).substr(at, end - at));
        at = end + 1;
    }
    return text;
}

List commands_of(const Program& program) {
    List list{tr("commands"), {}};
    for (const Command& command : program.commands)
        list.rows.push_back({command.text().name, std::string(translated(command.text().summary))});
    return list;
}

std::string usage_line(const Command& command) {
    std::string line = fmt::format("cofnod {} [options]", command.text().name);
    for (const Option& option : command.options())
        if (option.is_argument())
            line += option.required ? " " + shown_name(option) : fmt::format(" [{}]", shown_name(option));
    return line;
}

std::string footer_of(const CommandText& text) {
    std::string footer;
    if (!text.more.empty()) footer += '\n' + wrapped(translated(text.more), 0) + '\n';
    return footer + shown_examples(text.examples);
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent) {
    std::string result;
    OpenIsolates open;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t end = text.find(' ');
        const std::string_view word = text.substr(0, end);
        const std::size_t width = utf8::display_width(word);
        if (column > indent && column + 1 + width > page_width) {
            result += open.closed() + '\n' + std::string(indent, ' ') + open.marks();
            column = indent;
        } else if (column > indent) {
            result += ' ';
            ++column;
        }
        result += word;
        open.pass(word);
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

std::string with_translated_remarks(std::string_view examples) {
    std::string text;
    while (!examples.empty()) {
        const std::size_t end = std::min(examples.find('\n'), examples.size());
        const std::string_view line = examples.substr(0, end);
        if (!text.empty()) text += '\n';
        text += line.starts_with("# ") ? fmt::format("# {}", translated(line.substr(2))) : std::string(line);
        examples.remove_prefix(std::min(end + 1, examples.size()));
    }
    return text;
}

std::string usage(const Command& command) { return tr("usage: {}", usage_line(command)); }

std::string usage(const Program& program) { return tr("usage: {}", translated(program.usage)); }

std::string help_text(const Program& program, HelpLength length) {
    std::vector<List> lists = options_of(program.common);
    const std::string text = fmt::format("{}\n\n{}\n{}{}", wrapped(translated(program.summary), 0), usage(program),
                                         listed({commands_of(program)}), listed(lists));
    if (length == HelpLength::brief) return text + '\n' + tr("more, with examples: cofnod --help") + '\n';
    return text + shown_examples(program.examples) + '\n' + wrapped(translated(program.exit_codes), 0) + '\n';
}

std::string help_text(const Program& program, const Command& command, HelpLength length) {
    const bool full = length == HelpLength::full;
    std::vector<List> lists = options_of(command);
    if (full)
        for (List& list : options_of(program.common)) lists.push_back(std::move(list));
    const std::string text = fmt::format("{}\n\n{}\n{}{}", wrapped(translated(command.text().summary), 0),
                                         usage(command), listed({arguments_of(command)}), listed(lists));
    return text + (full ? footer_of(command.text())
                        : '\n' + tr("more, with examples: cofnod {} --help", command.text().name) + '\n');
}

}  // namespace cofnod::cli
