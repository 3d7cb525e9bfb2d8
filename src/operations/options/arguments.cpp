#include "operations/options/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "base/characters.hpp"
#include "base/error.hpp"
#include "base/tr.hpp"
#include "notation/fold.hpp"

namespace cofnod::options {

namespace {

Words split(std::string_view names) {
    const auto parts = parts_of(names);
    return {parts.begin(), parts.end()};
}

const std::string& main_name(const Words& names) {
    const auto found =
        std::find_if(names.begin(), names.end(), [](const std::string& name) { return name.starts_with("--"); });
    return found == names.end() ? names.back() : *found;
}

std::int64_t read_number(const std::string& name, const std::string& text, Arguments::Range range) {
    const auto value = read_integer(text);
    if (!value) throw UsageError(tr("{}: '{}' is not an integer", name, text));
    if (*value < range.least || *value > range.most)
        throw UsageError(range.most == Arguments::Range{}.most
                             ? tr("{}: '{}' is less than {}", name, text, range.least)
                             : tr("{}: '{}' is not between {} and {}", name, text, range.least, range.most));
    return *value;
}

}  // namespace

const std::string& Option::name() const { return main_name(names); }

bool Option::is_called(std::string_view name) const { return std::ranges::find(names, name) != names.end(); }

void Option::give(const Words& values) const {
    const bool has_empty = std::ranges::any_of(values, [](const std::string& each) { return trimmed(each).empty(); });
    if (has_empty && !may_be_empty) {
        const bool is_name = names_file() || is_database;
        throw UsageError(is_name ? tr("{}: the name is empty", name()) : tr("{}: the value is empty", name()),
                         example.empty() ? std::string() : tr("write a value, such as {}", example));
    }
    take(values);
}

const Option* Arguments::find(std::string_view name) const {
    const auto found = std::ranges::find_if(options_, [&](const Option& option) { return option.is_called(name); });
    return found == options_.end() ? nullptr : &*found;
}

std::optional<std::pair<std::string, std::string>> Arguments::contradiction(
    const std::function<bool(const std::string& name)>& is_given) const {
    for (const Words& exclusion : exclusions_)
        if (const auto first = std::ranges::find_if(exclusion, is_given); first != exclusion.end())
            if (const auto second = std::find_if(first + 1, exclusion.end(), is_given); second != exclusion.end())
                return std::pair(*first, *second);
    return std::nullopt;
}

std::size_t read_word(const std::string& option, const std::string& word, const Words& choices) {
    const auto found = std::find(choices.begin(), choices.end(), word);
    if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
    const std::vector<std::string_view> candidates(choices.begin(), choices.end());
    const std::string nearest = notation::nearest_word(word, candidates);
    throw UsageError(tr("{}: '{}' is not one of {}", option, word, fmt::join(choices, ", ")),
                     nearest.empty() ? std::string() : tr("did you mean '{}'?", nearest));
}

std::vector<std::string_view> parts_of(std::string_view list) {
    std::vector<std::string_view> parts;
    while (!list.empty()) {
        parts.push_back(list.substr(0, list.find(',')));
        list.remove_prefix(std::min(parts.back().size() + 1, list.size()));
    }
    return parts;
}

std::optional<std::int64_t> read_integer(std::string_view text) {
    const std::string digits = notation::folded_text(text);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    return value;
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
    // cppcheck-suppress returnTempReference ; refers to an element of options_
    return options_.emplace_back(Option{.names = split(names),
                                        .value = std::move(value),
                                        .help = std::move(help),
                                        .heading = heading_,
                                        .take = std::move(take)});
}

Option& Arguments::flag(std::string_view names, std::function<void()> chosen, std::string help) {
    std::function<void(const Words&)> take;
    if (chosen) take = [chosen = std::move(chosen)](const Words&) { chosen(); };
    return add(names, "", std::move(take), std::move(help));
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
                throw UsageError(tr("{}: '{}' is not a size", name, text),
                                 tr("write a number of bytes, or 64K, 16M, 1G"));
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

Option& Arguments::argument(const std::string& name, std::string& target, std::string help) {
    return option(name, name, target, std::move(help));
}

Option& Arguments::argument(const std::string& name, Words& target, std::string help) {
    return option(name, name, target, std::move(help));
}

Option& Arguments::argument(const std::string& name, TakeNumber take, std::string help) {
    return number(name, name, {}, std::move(take), std::move(help));
}

Option& Arguments::arguments(const std::string& name, TakeNumber take, std::string help) {
    Option& result = add(
        name, name,
        [name, take = std::move(take)](const Words& values) {
            for (const std::string& text : values) take(read_number(name, text, {}));
        },
        std::move(help));
    result.repeats = true;
    return result;
}

}  // namespace cofnod::options
