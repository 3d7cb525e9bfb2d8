#include "cli/command.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cli/terminal/output.hpp"
#include "notation/fold.hpp"

namespace cofnod::cli {

namespace {

std::string did_you_mean(std::string_view word, const Words& known, const Command* command) {
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const std::string nearest = notation::nearest_word(word, candidates);
    if (!nearest.empty()) return tr("did you mean {}?", nearest);
    return command                 ? tr("run 'cofnod {} -h' for the options", command->text.name)
           : word.starts_with('-') ? tr("run 'cofnod -h' for the options")
                                   : tr("run 'cofnod -h' for the commands");
}

Words option_names(const Program& program, const Command* command) {
    Words names;
    const auto add = [&](const Arguments& table) {
        for (const Option& option : table.options())
            for (const std::string& name : option.names)
                if (name.starts_with("--")) names.push_back(name);
    };
    if (command) add(*command);
    add(program.common);
    return names;
}

[[noreturn]] void refuse_command(const Program& program, const std::string& word) {
    Words commands;
    for (const Command& command : program.commands) commands.push_back(command.text.name);
    const std::string habit = habit_of_command(word);
    throw UsageError(tr("unknown command '{}'", word), habit.empty() ? did_you_mean(word, commands, nullptr) : habit);
}

void refuse_extras(const Program& program, const Parsed& parsed) {
    // An unknown command makes its options unknown too: report only the command.
    if (!parsed.command && !parsed.extras.empty()) refuse_command(program, parsed.extras.front());
    if (!parsed.unknown_options.empty()) {
        const std::string& word = parsed.unknown_options.front();
        const std::string name = word.substr(0, word.find('='));
        const std::string habit = habit_of_option(program, parsed.command, name);
        throw UsageError(
            tr("unknown option {}", name),
            habit.empty() ? did_you_mean(name, option_names(program, parsed.command), parsed.command) : habit);
    }
    if (parsed.extras.empty()) return;
    const std::string habit = habit_of_arguments(*parsed.command, parsed);
    throw UsageError(tr("unexpected argument '{}'", parsed.extras.front()),
                     habit.empty() ? usage(*parsed.command) : habit);
}

void refuse_combinations(const Command& command, const Parsed& parsed) {
    if (const auto both = command.contradiction([&](const std::string& name) { return parsed.has(name); }))
        throw UsageError(tr("{} and {} cannot be combined", both->first, both->second), usage(command));
}

void require(const Command& command, const Parsed& parsed) {
    for (const Option& option : command.options())
        if (!parsed.stands_alone() && option.required && !parsed.has(option.name()))
            throw UsageError(tr("{} is missing", option.name()), usage(command));
}

void hand_over(const Parsed::Given& given, const std::string& usage) {
    const Option& option = *given.option;
    const auto refuse = [&](const std::string& what) { throw UsageError(what, usage); };
    if (!option.take) return;
    if (option.is_flag()) {
        for (std::size_t i = 0; i < given.times; ++i) option.give({});
        return;
    }
    if (!option.repeats && given.values.size() > option.count) refuse(tr("{} may be given only once", option.name()));
    if (given.values.size() < option.count)
        refuse(tr("{} needs {} values: {}", option.name(), option.count, option.value));
    try {
        option.give(given.values);
    } catch (const UsageError& error) {
        if (!error.way_out().is_empty()) throw;
        const std::string habit = option.is_argument() ? habit_of_value(option, given.values.front()) : std::string();
        throw UsageError(error.what(), habit.empty() ? usage : habit, error.about());
    }
}

}  // namespace

int Command::with_printable_data(Streams& io, const std::function<int(Streams&)>& work) {
    if (!io.out_terminal.is_terminal) return work(io);
    PrintableOutput data(io.out, io.out_terminal);
    Streams streams = io.writing_to(data.stream(), io.out_terminal);
    return work(streams);
}

const Command* Program::find(std::string_view name) const {
    const auto found =
        std::ranges::find_if(commands, [&](const Command& command) { return command.text.name == name; });
    return found == commands.end() ? nullptr : &*found;
}

bool Parsed::has(std::string_view name) const {
    const auto is_named = [&](const Given& each) { return each.option->is_called(name); };
    return std::ranges::any_of(common, is_named) || std::ranges::any_of(own, is_named);
}

bool Parsed::stands_alone() const {
    return std::ranges::any_of(own, [](const Given& each) { return each.option->stands_alone; });
}

void take(const Program& program, const Parsed& parsed) {
    const std::string usage = parsed.command ? cli::usage(*parsed.command) : cli::usage(program);
    for (const Parsed::Given& given : parsed.common) hand_over(given, usage);
    refuse_extras(program, parsed);
    if (parsed.command) {
        refuse_other_arguments(*parsed.command, parsed);
        require(*parsed.command, parsed);
        refuse_combinations(*parsed.command, parsed);
    }
    for (const Parsed::Given& given : parsed.own) hand_over(given, usage);
}

}  // namespace cofnod::cli
