#include "web/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/say.hpp"
#include "notation/nearest.hpp"
#include "options/id_list.hpp"

namespace cofnod::web {

namespace {

using options::Arguments;
using options::Option;

std::string option_name(std::string_view parameter) {
    std::string name = "--" + std::string(parameter);
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

const Option* find(const Arguments& table, const std::string& name) {
    for (const Option& option : table.options())
        if (!option.names_file() && std::find(option.names.begin(), option.names.end(), name) != option.names.end())
            return &option;
    return nullptr;
}

[[noreturn]] void refuse_unknown(const Arguments& table, const std::string& name) {
    std::vector<std::string> known;
    for (const Option& option : table.options())
        if (option.name().starts_with("--")) known.push_back(parameter_name(option.name()));
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const std::string nearest = notation::nearest_word(name, candidates);
    throw UsageError(say("there is no parameter '{}' here", name),
                     nearest.empty() ? say("/api/v1/openapi.json lists them") : say("did you mean '{}'?", nearest),
                     name);
}

void refuse_combinations(const Arguments& table, const Target& target) {
    for (const options::Words& exclusion : table.exclusions()) {
        const std::string* first = nullptr;
        for (const std::string& name : exclusion) {
            if (!target.find(parameter_name(name))) continue;
            if (first)
                throw UsageError(say("{} and {} cannot be combined", parameter_name(*first), parameter_name(name)),
                                 say("remove one of them"), parameter_name(name));
            first = &name;
        }
    }
}

/// An option with what the address gives it.
struct Given {
    const Option* option;
    options::Words values;
};

/// Takes a flag, which stands alone or with `true` or `false`.
void take_flag(const Option& option, const std::string& name, const std::string& value) {
    if (value.empty() || value == "1" || value == "true")
        option.give({});
    else if (value != "0" && value != "false")
        throw UsageError(say("'{}' is neither true nor false", value), say("write {}, or leave it out", "true"), name);
}

}  // namespace

std::string parameter_name(std::string_view option) {
    std::string name(option.substr(option.find_first_not_of('-')));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

void take_parameters(const Arguments& table, const Target& target) {
    std::vector<Given> all;
    for (const auto& [name, value] : target.parameters) {
        const Option* const option = find(table, option_name(name));
        if (!option) refuse_unknown(table, name);
        auto given = std::ranges::find(all, option, &Given::option);
        if (given != all.end() && !option->repeats)
            throw UsageError(say("{} may be given only once", name), say("remove the others"), name);
        if (option->is_id_list() && options::is_in_file(value))
            throw UsageError(say("'{}' is not a list of ids", value), say("write {}", "1,5,9-12"), name);
        if (given == all.end()) given = all.insert(all.end(), {option, {}});
        given->values.push_back(value);
        if (option->is_flag())
            take_flag(*option, name, value);
        else if (!option->repeats)
            option->give({value});
    }
    // Those that repeat in the order of the table, as the command line does.
    for (const Option& option : table.options()) {
        const auto given = std::ranges::find(all, &option, &Given::option);
        if (given == all.end()) {
            if (option.required)
                throw UsageError(say("{} is missing", parameter_name(option.name())),
                                 fmt::format("{}={}", parameter_name(option.name()), option.example),
                                 parameter_name(option.name()));
        } else if (option.repeats && !option.is_flag()) {
            option.give(given->values);
        }
    }
    refuse_combinations(table, target);
}

}  // namespace cofnod::web
