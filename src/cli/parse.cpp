// Parses a command line into options and arguments. The only file that uses CLI11.

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/command.hpp"

namespace cofnod::cli {

namespace {

using Added = std::vector<std::pair<const Option*, CLI::Option*>>;

/// Returns true if a word may be the option or contain it, as `--name=value` or among short flags.
bool may_be(const std::string& word, const Option& option) {
    return std::ranges::any_of(option.names, [&](const std::string& name) {
        if (name.starts_with("--")) return word.starts_with(name);
        return name.size() > 1 && word.size() > 1 && word[0] == '-' && word[1] != '-' &&
               word.find(name[1]) != word.npos;
    });
}

/// Adds the arguments, and those options that the words may contain: CLI11 compares each new option with all earlier
/// ones.
void add_options(CLI::App& app, const Arguments& table, const Words& words, Added& added) {
    app.set_help_flag("");
    app.allow_extras();
    for (const Option& option : table.options()) {
        if (!option.is_argument() &&
            std::ranges::none_of(words, [&](const std::string& word) { return may_be(word, option); }))
            continue;
        const std::string names = reports::joined(option.names, ",");
        if (option.is_flag()) {
            added.emplace_back(&option, app.add_flag_function(names, [](std::int64_t) {}));
            continue;
        }
        CLI::Option* const one = app.add_option(names, [](const CLI::results_t&) { return true; });
        const bool takes_all = option.is_argument() && option.repeats;
        one->expected(takes_all ? CLI::detail::expected_max_vector_size : static_cast<int>(option.count));
        one->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        added.emplace_back(&option, one);
    }
}

/// Words after `--` are arguments, regardless of how they begin. CLI11 does not apply this to subcommands, so such
/// words carry a mark while it parses them.
constexpr char mark_of_arguments = '\x1f';

Words with_marks(const Words& words) {
    Words marked;
    bool is_after = false;
    for (const std::string& word : words)
        if (!is_after && word == "--")
            is_after = true;
        else
            marked.push_back(is_after ? mark_of_arguments + word : word);
    return marked;
}

void take_mark(std::string& word) {
    if (word.starts_with(mark_of_arguments)) word.erase(0, 1);
}

std::vector<Parsed::Given> given_of(const Added& added) {
    std::vector<Parsed::Given> given;
    for (const auto& [option, one] : added) {
        if (one->count() == 0) continue;
        given.push_back(
            {.option = option, .values = option->is_flag() ? Words() : one->results(), .times = one->count()});
        std::ranges::for_each(given.back().values, take_mark);
    }
    return given;
}

/// Throws UsageError for a message of CLI11, which begins with the option: "--pieces: 1 required TEXT missing".
[[noreturn]] void throw_value_missing(const Program& program, const Command* command, std::string_view message) {
    const std::string_view name = message.substr(0, message.find(':'));
    const auto fail = [&](const Arguments& table) {
        if (const Option* const option = table.find(name))
            throw UsageError(option->count > 1 ? tr("{} needs {} values: {}", name, option->count, option->value)
                             : option->example.empty() ? tr("{} needs a value: {}", name, option->value)
                                                       : tr("{} needs a value, such as {}", name, option->example),
                             command ? usage(*command) : usage(program));
    };
    if (command) fail(*command);
    fail(program.common);
    throw UsageError(std::string(message));
}

}  // namespace

Parsed parse(const Program& program, const Words& words) {
    CLI::App app;
    Added common, own;
    add_options(app, program.common, words, common);
    std::vector<std::pair<const Command*, CLI::App*>> commands;
    for (const Command& command : program.commands) {
        CLI::App* const sub = app.add_subcommand(command.text.name);
        if (std::ranges::find(words, command.text.name) != words.end()) add_options(*sub, command, words, own);
        sub->fallthrough();
        commands.emplace_back(&command, sub);
    }
    app.require_subcommand(0, 1);

    Parsed parsed{.words = words};
    const auto find_command = [&] {
        for (const auto& [command, sub] : commands)
            if (sub->parsed() && !parsed.command) parsed.command = command;
    };
    try {
        const Words marked = with_marks(words);
        app.parse(Words(marked.rbegin(), marked.rend()));
    } catch (const CLI::ParseError& error) {
        find_command();
        throw_value_missing(program, parsed.command, error.what());
    }
    find_command();
    for (std::string& word : app.remaining(true)) {
        const bool is_option = word.size() > 1 && word.front() == '-';
        take_mark(word);
        (is_option ? parsed.unknown_options : parsed.extras).push_back(std::move(word));
    }
    parsed.common = given_of(common);
    parsed.own = given_of(own);
    return parsed;
}

}  // namespace cofnod::cli
