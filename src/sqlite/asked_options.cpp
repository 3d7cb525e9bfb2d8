#include "sqlite/asked_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "options/id_list.hpp"
#include "sqlite/values.hpp"

namespace cofnod::sqlite {

namespace {

using options::Option;

/// `cofnod_search` has a column `game`, the id.
constexpr std::string_view option_of_game = "--game", column_of_game = "kind";

/// In front of a condition that has the name of a column of the rows.
const std::string of_rows = "of_";

std::string column_name_of(const std::string& option) {
    if (option == option_of_game) return std::string(column_of_game);
    std::string name = option.substr(2);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

std::string column_name(const Option& option) { return column_name_of(option.name()); }

bool is_column(const Option& option) {
    static constexpr std::string_view of_sql[] = {"--sort",   "--reverse", "--random",     "--seed",
                                                  "--unique", "--limit",   "--page-after", "--notation-file"};
    return option.name().starts_with("--") && !option.names_file() &&
           std::find(std::begin(of_sql), std::end(of_sql), option.name()) == std::end(of_sql);
}

/// True for a flag that is set: `flip = 1`.
bool is_set(const std::string& column, std::string_view value) {
    if (value == "1" || value == "true") return true;
    if (value == "0" || value == "false") return false;
    throw UsageError(fmt::format("{}: '{}' is neither true nor false", column, value), "write 1 or 0");
}

}  // namespace

void add_asked(std::vector<Column>& columns, const options::Arguments& options, const std::vector<std::string>& first) {
    for (const std::string& name : first) columns.push_back({name, {}, true});
    const auto is_there = [&](const std::string& name) {
        return std::any_of(columns.begin(), columns.end(), [&](const Column& each) { return each.name == name; });
    };
    for (const Option& option : options.options()) {
        if (!is_column(option)) continue;
        const std::string name = column_name(option);
        if (std::find(first.begin(), first.end(), name) != first.end()) continue;
        columns.push_back({is_there(name) ? of_rows + name : name, {}, true});
    }
}

AskedOptions::AskedOptions(const options::Arguments& options, const std::vector<Column>& columns)
    : columns_(columns), options_(columns.size()) {
    const auto column_of = [&](const std::string& option) {
        const std::string name = column_name_of(option);
        for (std::size_t column = 0; column < columns.size(); ++column)
            if (columns[column].is_asked && (columns[column].name == name || columns[column].name == of_rows + name))
                return column;
        return columns.size();
    };
    for (const Option& option : options.options())
        if (const std::size_t column = is_column(option) ? column_of(option.name()) : columns.size();
            column < columns.size())
            options_[column] = &option;
    for (const options::Words& alternatives : options.exclusions()) {
        exclusions_.emplace_back();
        for (const std::string& option : alternatives) exclusions_.back().push_back(column_of(option));
    }
}

void AskedOptions::take(const Asked& asked) const {
    const auto is_given = [&](std::size_t column) {
        return std::any_of(asked.values.begin(), asked.values.end(),
                           [&](const auto& each) { return each.first == column; });
    };
    for (const auto& alternatives : exclusions_)
        if (std::count_if(alternatives.begin(), alternatives.end(), is_given) > 1)
            throw UsageError(fmt::format("{} and {} exclude each other", columns_[alternatives.front()].name,
                                         columns_[alternatives.back()].name),
                             "leave one of them");
    for (const auto& [column, value] : asked.values) {
        const Option* const option = options_[column];
        if (!option) continue;  // not of this table: `cql`
        const std::string& name = columns_[column].name;
        const std::string text(text_in(value));
        if (option->is_id_list() && options::is_in_file(text))
            throw UsageError(fmt::format("{}: no list is read from a file here", name),
                             "write the ids themselves: 3-9,12");
        if (!option->is_flag())
            option->give({text});
        else if (is_set(name, text))
            option->give({});
    }
}

}  // namespace cofnod::sqlite
