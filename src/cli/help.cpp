#include "cli/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "cli/topics.hpp"

namespace cofnod::cli {

namespace {

constexpr std::size_t page_width = 80;
constexpr std::size_t widest_name = 26;

struct Row {
    std::string name, text;
    std::string brief = {};  ///< options: the names without the value
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
                lists.back().rows.push_back({shown_name(*option), std::string(translated(option->help)),
                                             fmt::format("{}", fmt::join(option->names, ", "))});
    }
    return lists;
}

std::string shown_examples(std::string_view examples) {
    const std::string lines = with_translated_remarks(examples);
    std::string text = '\n' + tr("{}:", tr("examples")) + '\n';
    for (const std::string_view line : reports::lines_in(lines)) text += fmt::format("  {}\n", line);
    return text;
}

/// Calls `each` with the title of each group and its first command, and the command after its last.
template <typename Each>
void each_group(const Program& program, const Each& each) {
    for (auto first = program.commands.begin(); first != program.commands.end();) {
        const auto last = std::find_if(first, program.commands.end(),
                                       [&](const Command& command) { return command.group != first->group; });
        each(std::string(translated(first->group)), first, last);
        first = last;
    }
}

std::vector<List> commands_of(const Program& program) {
    std::vector<List> lists;
    each_group(program, [&](std::string title, auto first, auto last) {
        List& list = lists.emplace_back(List{std::move(title), {}});
        for (; first != last; ++first)
            list.rows.push_back({first->text.name, std::string(translated(first->text.summary))});
    });
    return lists;
}

/// Returns the names of the commands of each group in a row.
List command_names_of(const Program& program) {
    List list{tr("commands"), {}};
    each_group(program, [&](std::string title, auto first, auto last) {
        Row& row = list.rows.emplace_back(Row{std::move(title), {}});
        for (; first != last; ++first) row.text.append(row.text.empty() ? "" : ", ").append(first->text.name);
    });
    return list;
}

/// Returns the topics with their summaries.
List topics_of() {
    List list{tr("cofnod help TOPIC"), {}};
    for (const Topic& topic : topics())
        list.rows.push_back({std::string(topic.name), std::string(translated(topic.summary))});
    return list;
}

/// Returns the names of the options of a list: for help that has no room for what they do.
std::string option_names_of(const List& list) {
    const std::string names = reports::joined(list.rows, ", ", &Row::brief);
    const std::string title = list.title.empty() ? "" : tr("{}:", list.title) + ' ';
    return names.empty() ? names : '\n' + wrapped(title + names, 2) + '\n';
}

/// Most lines of the help of -h.
constexpr std::ptrdiff_t most_lines_of_brief_help = 30;

std::ptrdiff_t lines_of(std::string_view text) { return std::ranges::count(text, '\n'); }

/// Returns lists of options with what they do, the first ones first, as far as there is room for, and the names of the
/// others. `room`: number of lines.
std::string brief_options(const std::vector<List>& lists, std::ptrdiff_t room) {
    if (const std::string whole = listed(lists); lines_of(whole) <= room) return whole;
    std::vector<std::string> names;
    for (const List& list : lists) names.push_back(option_names_of(list));
    std::ptrdiff_t used = 0;
    for (const std::string& each : names) used += lines_of(each);
    std::string text;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const std::string explained = listed({lists[i]});
        const std::ptrdiff_t more = lines_of(explained) - lines_of(names[i]);
        const bool fits = used + more <= room;
        if (fits) used += more;
        text += fits ? explained : names[i];
    }
    return text;
}

std::string usage_line(const Command& command) {
    std::string line = fmt::format("cofnod {} [options]", command.text.name);
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
        auto group = std::ranges::find_if(groups, [&](const auto& each) { return each.first == option.heading; });
        if (group == groups.end()) group = groups.insert(groups.end(), {option.heading, {}});
        group->second.push_back(&option);
    }
    std::stable_partition(groups.begin(), groups.end(), [](const auto& group) { return group.first != "output"; });
    return groups;
}

std::string with_translated_remarks(std::string_view examples) {
    std::string text;
    for (const std::string_view line : reports::lines_in(examples)) {
        if (!text.empty()) text += '\n';
        text += line.starts_with("# ") ? fmt::format("# {}", translated(line.substr(2))) : std::string(line);
    }
    return text;
}

std::string usage(const Command& command) { return tr("usage: {}", usage_line(command)); }

std::string usage(const Program& program) { return tr("usage: {}", translated(program.usage)); }

std::string help_text(const Program& program, HelpLength length) {
    const std::string head = fmt::format("{}\n\n{}\n", wrapped(translated(program.summary), 0), usage(program));
    const std::vector<List> options = options_of(program.common);
    if (length == HelpLength::brief) {
        return head + listed({command_names_of(program)}) + option_names_of(options.front()) + '\n' +
               tr("options of a command: cofnod COMMAND -h") + '\n' +
               tr("topics: cofnod help {}", reports::joined(topics(), "|", &Topic::name)) + '\n' +
               tr("more, with examples: cofnod --help") + '\n';
    }
    std::vector<List> lists = commands_of(program);
    lists.push_back(topics_of());
    return head + listed(lists) + listed(options) + shown_examples(program.examples) + '\n' +
           wrapped(translated(program.exit_codes), 0) + '\n';
}

std::string help_text(const Program& program, const Command& command, HelpLength length) {
    const std::vector<List> options = options_of(command);
    const std::string head = fmt::format("{}\n\n{}\n{}", wrapped(translated(command.text.summary), 0), usage(command),
                                         listed({arguments_of(command)}));
    if (length == HelpLength::full) {
        std::vector<List> with_all = options;
        std::ranges::move(options_of(program.common), std::back_inserter(with_all));
        return head + listed(with_all) + footer_of(command.text);
    }
    const std::string more = '\n' + tr("more, with examples: cofnod {} --help", command.text.name) + '\n';
    return head + brief_options(options, most_lines_of_brief_help - lines_of(head) - lines_of(more)) + more;
}

}  // namespace cofnod::cli
