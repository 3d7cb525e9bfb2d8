#include "cli/command.hpp"

#include <algorithm>
#include <array>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "cluster/server.hpp"
#include "operations/notation_choice.hpp"
#include "store/store.hpp"

namespace cofnod::cli {

namespace {

using config::Key;
using config::Setting;
using config::Settings;

bool is_set(const Setting& setting) { return setting.value && !setting.value->empty(); }

const Parsed::Given* find(const std::vector<Parsed::Given>& given, const Option& option) {
    const auto found = std::ranges::find_if(given, [&](const auto& each) { return each.option == &option; });
    return found == given.end() ? nullptr : &*found;
}

/// Inserts the database after the command name.
Words with_database(const Words& words, const Command& command, const std::string& database) {
    Words result = words;
    const auto name = std::ranges::find(result, command.text.name);
    result.insert(name == result.end() ? name : name + 1, database);
    return result;
}

/// Returns the first argument in the table.
const Option* first_argument(const Command& command) {
    const auto found =
        std::ranges::find_if(command.options(), [](const Option& option) { return option.is_argument(); });
    return found == command.options().end() ? nullptr : &*found;
}

/// Throws UsageError, with the place of the setting, if its value is not allowed for the option.
void check_choice(const Setting& setting, const Option& option) {
    if (option.choices.empty()) return;
    try {
        options::read_word("", *setting.value, option.choices);
    } catch (const UsageError& error) {
        config::refuse(setting, std::string(error.what()).substr(std::string_view(": ").size()), error.way_out());
    }
}

}  // namespace

bool looks_like_database(const std::string& word) {
    static constexpr std::array<std::string_view, 3> endings = {".db", ".sqlite", ".sqlite3"};
    const std::string lower = to_lower(word);
    return cluster::is_address(word) || store::is_database(word) ||
           std::ranges::any_of(endings, [&](std::string_view ending) { return lower.ends_with(ending); });
}

Parsed with_defaults(const Program& program, const Words& words, Parsed parsed, Settings& settings) {
    const Setting& database = settings[config::Name::database];
    if (parsed.command && is_set(database) && !parsed.stands_alone())
        for (const Option& option : parsed.command->options()) {
            if (!option.is_database) continue;
            const Parsed::Given* const given = find(parsed.own, option);
            if (&option == first_argument(*parsed.command)) {
                if (!given || !looks_like_database(given->values.front()))
                    parsed = parse(program, with_database(words, *parsed.command, *database.value));
            } else if (!given) {
                parsed.own.push_back({.option = &option, .values = {*database.value}});
            }
            break;
        }
    for (const Key& key : config::keys()) {
        const Option* const option = program.common.find(key.option);
        if (!option) continue;
        if (const Parsed::Given* given = find(parsed.common, *option)) {
            settings.set(key.name, given->values.back());
        } else if (const Setting& setting = settings[key.name]; is_set(setting)) {
            check_choice(setting, *option);
            parsed.common.push_back({.option = option, .values = {*setting.value}});
        }
    }
    return parsed;
}

void take_default_notation(const Parsed& parsed, const Settings& settings) {
    const Setting& setting = settings[config::Name::notation];
    const Key& key = config::keys()[static_cast<std::size_t>(config::Name::notation)];
    if (!parsed.command || !is_set(setting) || parsed.command->writes_data()) return;
    const Option* const option = parsed.command->find(key.option);
    if (!option || find(parsed.own, *option)) return;
    if (!parsed.has("--notation-file")) {
        try {
            operations::language_to_write(notation::Languages::built_in(), *setting.value);
        } catch (const UsageError& error) {
            config::refuse(setting, error.what(), error.way_out());
        }
    }
    option->give({*setting.value});
}

}  // namespace cofnod::cli
