#include "cli/command_line_help.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.hpp"

namespace cofnod::cli {

namespace {

constexpr std::size_t page_width = 80;
constexpr std::size_t widest_name = 26;

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

namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

std::string listed(std::string_view title, const Rows& rows) {
    if (rows.empty()) return {};
    std::size_t width = 0;
    for (const auto& [name, what] : rows)
        if (const std::size_t own = utf8::display_width(name); own <= widest_name) width = std::max(width, own);
    std::string text = title.empty() ? "\n" : fmt::format("\n{}:\n", title);
    for (const auto& [name, what] : rows) {
        const bool own_line = utf8::display_width(name) > width;
        text += fmt::format("  {:{}}", name, width);
        text += own_line ? '\n' + std::string(width + 4, ' ') : "  ";
        text += wrapped(what, width + 4) + '\n';
    }
    return text;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// "-q, --quiet", "--from FORMAT", "FILE..."
std::string name_of(const CLI::Option& option) {
    if (!option.nonpositional()) return option.get_name() + (option.get_expected_max() > 1 ? "..." : "");
    std::string name;
    for (const std::string& letter : option.get_snames()) name += (name.empty() ? "-" : ", -") + letter;
    for (const std::string& word : option.get_lnames()) name += (name.empty() ? "    --" : ", --") + word;
    return takes_value(option) ? fmt::format("{} {}", name, option.get_type_name()) : name;
}

enum class Kind { argument, option, shared_option };

Rows options_of(const CLI::App& app, Kind kind) {
    Rows rows;
    for (const CLI::Option* option : app.get_options()) {
        const bool is_help =
            option == app.get_help_ptr() || option == app.get_help_all_ptr() || option == app.get_version_ptr();
        const bool is_argument = !option->nonpositional();
        if (is_argument == (kind == Kind::argument) && !(is_help && kind == Kind::shared_option))
            rows.emplace_back(name_of(*option), option->get_description());
    }
    return rows;
}

Rows commands_of(const CLI::App& app) {
    Rows rows;
    for (const CLI::App* command : app.get_subcommands({}))
        rows.emplace_back(command->get_name(), command->get_description());
    return rows;
}

}  // namespace

std::string usage_line(const CLI::App& app) {
    if (!app.get_parent()) return "cofnod COMMAND [options] ...";
    std::string line = fmt::format("cofnod {} [options]", app.get_name());
    for (const CLI::Option* option : app.get_options())
        if (!option->nonpositional())
            line += option->get_required() ? " " + name_of(*option) : fmt::format(" [{}]", name_of(*option));
    return line;
}

std::string help_text(const CLI::App& app, HelpLength length) {
    const bool full = length == HelpLength::full;
    const CLI::App* parent = app.get_parent();
    std::string text = fmt::format("{}\n\nusage: {}\n", app.get_description(), usage_line(app));
    text += listed(parent ? "" : "commands", parent ? options_of(app, Kind::argument) : commands_of(app));
    text += listed("options", options_of(app, Kind::option));
    if (parent && full) text += listed("options of all commands", options_of(*parent, Kind::shared_option));
    if (full) return text + app.get_footer();
    return text + fmt::format("\nmore, with examples: cofnod {}--help\n", parent ? app.get_name() + " " : "");
}

}  // namespace cofnod::cli
