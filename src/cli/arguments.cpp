#include "cli/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "base/ascii.hpp"
#include "base/error.hpp"
#include "cli/help.hpp"
#include "cli/printable_output.hpp"
#include "notation/nearest.hpp"

namespace cofnod::cli {

namespace {

Words split(std::string_view names) {
    Words result;
    for (std::size_t begin = 0, end = 0; end != names.npos; begin = end + 1) {
        end = names.find(',', begin);
        result.emplace_back(names.substr(begin, end - begin));
    }
    return result;
}

const std::string& main_name(const Words& names) {
    const auto found =
        std::find_if(names.begin(), names.end(), [](const std::string& name) { return name.starts_with("--"); });
    return found == names.end() ? names.back() : *found;
}

std::int64_t read_number(const std::string& name, const std::string& text, Arguments::Range range) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw UsageError(fmt::format("{}: '{}' is not an integer", name, text));
    if (value < range.least || value > range.most)
        throw UsageError(range.most == Arguments::Range{}.most
                             ? fmt::format("{}: '{}' is less than {}", name, text, range.least)
                             : fmt::format("{}: '{}' is not between {} and {}", name, text, range.least, range.most));
    return value;
}

bool looks_like_option(std::string_view word) { return word.size() > 1 && word.front() == '-'; }

std::string did_you_mean(std::string_view word, const Words& known, const Command* command) {
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const std::string nearest = notation::nearest_word(word, candidates);
    if (!nearest.empty()) return fmt::format("did you mean {}?", nearest);
    return command ? fmt::format("run 'cofnod {} -h' for the options", command->text().name)
                   : fmt::format("run 'cofnod -h' for the {}", looks_like_option(word) ? "options" : "commands");
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
    throw UsageError(fmt::format("unknown command '{}'", word), did_you_mean(word, commands, nullptr));
}

void refuse_extras(const Program& program, const Parsed& parsed) {
    // Options of an unknown command are unknown too; the command is to blame.
    const auto word = std::find_if_not(parsed.extras.begin(), parsed.extras.end(), looks_like_option);
    if (!parsed.command && word != parsed.extras.end()) refuse_command(program, *word);
    for (const std::string& extra : parsed.extras) {
        if (!looks_like_option(extra)) continue;
        const std::string name = extra.substr(0, extra.find('='));
        throw UsageError(fmt::format("unknown option {}", name),
                         did_you_mean(name, option_names(program, parsed.command), parsed.command));
    }
    if (parsed.extras.empty()) return;
    throw UsageError(fmt::format("unexpected argument '{}'", parsed.extras.front()),
                     "usage: " + usage_line(*parsed.command));
}

void refuse_combinations(const Command& command, const Parsed& parsed) {
    for (const Words& exclusion : command.exclusions()) {
        Words found;
        for (const std::string& name : exclusion)
            if (parsed.has(name)) found.push_back(name);
        if (found.size() > 1)
            throw UsageError(fmt::format("{} and {} cannot be combined", found[0], found[1]),
                             "usage: " + usage_line(command));
    }
}

void require(const Command& command, const Parsed& parsed) {
    const bool is_alone = std::any_of(parsed.own.begin(), parsed.own.end(),
                                      [](const Parsed::Given& each) { return each.option->stands_alone; });
    for (const Option& option : command.options())
        if (!is_alone && option.required && !parsed.has(option.name()))
            throw UsageError(fmt::format("{} is missing", option.name()), "usage: " + usage_line(command));
}

void hand_over(const Parsed::Given& given, const std::string& usage) {
    const Option& option = *given.option;
    const auto refuse = [&](const std::string& what) { throw UsageError(what, "usage: " + usage); };
    if (!option.take) return;
    if (option.is_flag()) {
        for (std::size_t i = 0; i < given.times; ++i) option.take({});
        return;
    }
    if (!option.repeats && given.values.size() > option.count)
        refuse(fmt::format("{} may be given only once", option.name()));
    if (given.values.size() < option.count)
        refuse(fmt::format("{} needs {} values: {}", option.name(), option.count, option.value));
    // For example an unset shell variable: `-o "$file"`.
    const bool is_file = option.names_file() || option.name() == "FILE";
    if (is_file && std::find(given.values.begin(), given.values.end(), "") != given.values.end())
        refuse(fmt::format("{}: the name is empty", option.name()));
    try {
        option.take(given.values);
    } catch (const UsageError& error) {
        if (!error.way_out().is_empty()) throw;
        refuse(error.what());
    }
}

}  // namespace

const std::string& Option::name() const { return main_name(names); }

std::size_t read_word(const std::string& option, const std::string& word, const Words& choices) {
    const auto found = std::find(choices.begin(), choices.end(), word);
    if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
    const std::vector<std::string_view> candidates(choices.begin(), choices.end());
    const std::string nearest = notation::nearest_word(word, candidates);
    throw UsageError(fmt::format("{}: '{}' is not one of {}", option, word, fmt::join(choices, ", ")),
                     nearest.empty() ? std::string() : fmt::format("did you mean '{}'?", nearest));
}

std::optional<std::uint64_t> read_size(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    std::string unit = to_lower(std::string_view(end, text.data() + text.size()));
    if (unit.empty() || unit == "b") return value;
    constexpr std::string_view prefixes = "kmgtpe";
    const std::size_t power = prefixes.find(unit.front()) + 1;
    unit.erase(0, 1);
    if (power == 0 || (!unit.empty() && unit != "b" && unit != "i" && unit != "ib")) return std::nullopt;
    for (std::size_t i = 0; i < power; ++i)
        if (__builtin_mul_overflow(value, std::uint64_t{1024}, &value)) return std::nullopt;
    return value;
}

Option& Arguments::add(std::string_view names, std::string value, std::function<void(const Words&)> take,
                       std::string help) {
    // cppcheck-suppress returnTempReference ; to what stands in options_
    return options_.emplace_back(Option{.names = split(names),
                                        .value = std::move(value),
                                        .help = std::move(help),
                                        .heading = heading_,
                                        .take = std::move(take)});
}

Option& Arguments::flag(std::string_view names, std::function<void()> chosen, std::string help) {
    return add(
        names, "", [chosen = std::move(chosen)](const Words&) { chosen(); }, std::move(help));
}

Option& Arguments::flag(std::string_view names, bool& target, std::string help) {
    return flag(
        names, [&target] { target = true; }, std::move(help));
}

Option& Arguments::option(std::string_view names, std::string value, Take take, std::string help) {
    return add(
        names, std::move(value),
        [take = std::move(take)](const Words& values) {
            for (const std::string& text : values) take(text);
        },
        std::move(help));
}

Option& Arguments::option(std::string_view names, std::string value, std::string& target, std::string help) {
    return option(
        names, std::move(value), [&target](const std::string& text) { target = text; }, std::move(help));
}

Option& Arguments::option(std::string_view names, std::string value, std::optional<std::string>& target,
                          std::string help) {
    return option(
        names, std::move(value), [&target](const std::string& text) { target = text; }, std::move(help));
}

Option& Arguments::option(std::string_view names, std::string value, Words& target, std::string help) {
    Option& result = option(names, std::move(value), 1, target, std::move(help));
    result.repeats = true;
    return result;
}

Option& Arguments::option(std::string_view names, std::string value, std::size_t count, Words& target,
                          std::string help) {
    Option& result = add(
        names, std::move(value), [&target](const Words& values) { target = values; }, std::move(help));
    result.count = count;
    return result;
}

Option& Arguments::number(std::string_view names, std::string value, Range range, TakeNumber take, std::string help) {
    const std::string name = main_name(split(names));
    return option(
        names, std::move(value),
        [name, range, take = std::move(take)](const std::string& text) { take(read_number(name, text, range)); },
        std::move(help));
}

Option& Arguments::number(std::string_view names, std::string value, std::optional<std::int64_t>& target,
                          std::string help) {
    return number(
        names, std::move(value), {}, [&target](std::int64_t number) { target = number; }, std::move(help));
}

Option& Arguments::size(std::string_view names, std::uint64_t& target, std::string help) {
    const std::string name = main_name(split(names));
    return option(
        names, "SIZE",
        [name, &target](const std::string& text) {
            const auto size = read_size(text);
            if (!size)
                throw UsageError(fmt::format("{}: '{}' is not a size", name, text),
                                 "write a number of bytes, or 64K, 16M, 1G");
            target = *size;
        },
        std::move(help));
}

Option& Arguments::words(std::string_view names, Words choices, std::function<void(std::size_t)> chosen,
                         std::string help) {
    const std::string name = main_name(split(names));
    Option& result = option(
        names, fmt::format("{}", fmt::join(choices, "|")),
        [name, choices, chosen = std::move(chosen)](const std::string& word) {
            chosen(read_word(name, word, choices));
        },
        std::move(help));
    result.choices = std::move(choices);
    return result;
}

Option& Arguments::argument(std::string name, std::string& target, std::string help) {
    return option(name, name, target, std::move(help));
}

Option& Arguments::argument(std::string name, Words& target, std::string help) {
    return option(name, name, target, std::move(help));
}

Option& Arguments::argument(const std::string& name, TakeNumber take, std::string help) {
    return number(name, name, {}, std::move(take), std::move(help));
}

Option& Arguments::arguments(std::string name, TakeNumber take, std::string help) {
    Option& result = add(
        name, name,
        [name, take = std::move(take)](const Words& values) {
            for (const std::string& text : values) take(read_number(name, text, {}));
        },
        std::move(help));
    result.repeats = true;
    return result;
}

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
    const std::string usage = parsed.command ? usage_line(*parsed.command) : program.usage;
    for (const Parsed::Given& given : parsed.common) hand_over(given, usage);
    refuse_extras(program, parsed);
    if (parsed.command) {
        require(*parsed.command, parsed);
        refuse_combinations(*parsed.command, parsed);
    }
    for (const Parsed::Given& given : parsed.own) hand_over(given, usage);
}

}  // namespace cofnod::cli
