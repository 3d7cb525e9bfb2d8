#include "cli/command.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/say.hpp"
#include "cli/help.hpp"
#include "notation/nearest.hpp"
#include "terminal/printable_output.hpp"

namespace cofnod::cli {

namespace {

bool looks_like_option(std::string_view word) { return word.size() > 1 && word.front() == '-'; }

std::string did_you_mean(std::string_view word, const Words& known, const Command* command) {
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const std::string nearest = notation::nearest_word(word, candidates);
    if (!nearest.empty()) return say("did you mean {}?", nearest);
    return command                   ? say("run 'cofnod {} -h' for the options", command->text().name)
           : looks_like_option(word) ? say("run 'cofnod -h' for the options")
                                     : say("run 'cofnod -h' for the commands");
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
    for (const Command& command : program.commands) commands.push_back(command.text().name);
    throw UsageError(say("unknown command '{}'", word), did_you_mean(word, commands, nullptr));
}

void refuse_extras(const Program& program, const Parsed& parsed) {
    // Options of an unknown command are unknown too; the command is to blame.
    const auto word = std::find_if_not(parsed.extras.begin(), parsed.extras.end(), looks_like_option);
    if (!parsed.command && word != parsed.extras.end()) refuse_command(program, *word);
    for (const std::string& extra : parsed.extras) {
        if (!looks_like_option(extra)) continue;
        const std::string name = extra.substr(0, extra.find('='));
        throw UsageError(say("unknown option {}", name),
                         did_you_mean(name, option_names(program, parsed.command), parsed.command));
    }
    if (parsed.extras.empty()) return;
    throw UsageError(say("unexpected argument '{}'", parsed.extras.front()), usage(*parsed.command));
}

void refuse_combinations(const Command& command, const Parsed& parsed) {
    for (const Words& exclusion : command.exclusions()) {
        Words found;
        for (const std::string& name : exclusion)
            if (parsed.has(name)) found.push_back(name);
        if (found.size() > 1) throw UsageError(say("{} and {} cannot be combined", found[0], found[1]), usage(command));
    }
}

void require(const Command& command, const Parsed& parsed) {
    const bool is_alone = std::any_of(parsed.own.begin(), parsed.own.end(),
                                      [](const Parsed::Given& each) { return each.option->stands_alone; });
    for (const Option& option : command.options())
        if (!is_alone && option.required && !parsed.has(option.name()))
            throw UsageError(say("{} is missing", option.name()), usage(command));
}

void hand_over(const Parsed::Given& given, const std::string& usage) {
    const Option& option = *given.option;
    const auto refuse = [&](const std::string& what) { throw UsageError(what, usage); };
    if (!option.take) return;
    if (option.is_flag()) {
        for (std::size_t i = 0; i < given.times; ++i) option.take({});
        return;
    }
    if (!option.repeats && given.values.size() > option.count) refuse(say("{} may be given only once", option.name()));
    if (given.values.size() < option.count)
        refuse(say("{} needs {} values: {}", option.name(), option.count, option.value));
    // For example an unset shell variable: `-o "$file"`.
    const bool is_file = option.names_file() || option.name() == "FILE";
    if (is_file && std::find(given.values.begin(), given.values.end(), "") != given.values.end())
        refuse(say("{}: the name is empty", option.name()));
    try {
        option.take(given.values);
    } catch (const UsageError& error) {
        if (!error.way_out().is_empty()) throw;
        refuse(error.what());
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
    const auto found = std::find_if(commands.begin(), commands.end(),
                                    [&](const Command& command) { return command.text().name == name; });
    return found == commands.end() ? nullptr : &*found;
}

bool Parsed::has(std::string_view name) const {
    const auto is_named = [&](const Given& each) {
        return std::find(each.option->names.begin(), each.option->names.end(), name) != each.option->names.end();
    };
    return std::any_of(common.begin(), common.end(), is_named) || std::any_of(own.begin(), own.end(), is_named);
}

void take(const Program& program, const Parsed& parsed) {
    const std::string usage = parsed.command ? cli::usage(*parsed.command) : cli::usage(program);
    for (const Parsed::Given& given : parsed.common) hand_over(given, usage);
    refuse_extras(program, parsed);
    if (parsed.command) {
        require(*parsed.command, parsed);
        refuse_combinations(*parsed.command, parsed);
    }
    for (const Parsed::Given& given : parsed.own) hand_over(given, usage);
}

}  // namespace cofnod::cli
