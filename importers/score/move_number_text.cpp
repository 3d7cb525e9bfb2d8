#include "importers/score/move_number_text.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/ascii.hpp"

namespace cofnod::importers {

namespace {

constexpr std::size_t most_digits = 3;

/// Letters that stand for digits in print that a machine has read.
struct Misread {
    char printed, meant;
};
constexpr Misread misread[] = {{'O', '0'}, {'o', '0'}, {'l', '1'}, {'I', '1'}, {'i', '1'}, {'|', '1'}, {']', '1'},
                               {'Z', '2'}, {'z', '2'}, {'S', '5'}, {'s', '5'}, {'b', '6'}, {'G', '6'}, {'B', '8'}};

bool is_sign(char c) { return c == '.' || c == ',' || c == ':' || c == ';'; }

}  // namespace

std::optional<char> read_digit(char c) {
    if (is_digit(c)) return c;
    const auto* const known =
        std::find_if(std::begin(misread), std::end(misread), [&](const Misread& each) { return each.printed == c; });
    return known == std::end(misread) ? std::nullopt : std::optional(known->meant);
}

std::optional<std::uint32_t> misread_number(std::string_view text, const Token& word) {
    std::string_view digits = word.in(text);
    while (!digits.empty() && is_sign(digits.back())) digits.remove_suffix(1);
    if (digits.empty() || digits.size() > most_digits) return std::nullopt;
    std::uint32_t number = 0;
    for (const char c : digits) {
        const auto digit = read_digit(c);
        if (!digit) return std::nullopt;
        number = number * 10 + static_cast<std::uint32_t>(*digit - '0');
    }
    const std::string_view behind = text.substr(word.begin + digits.size());
    const bool has_period = !behind.empty() && behind.front() == '.';
    return number > 0 && (has_digit(digits) || has_period) ? std::optional(number) : std::nullopt;
}

std::optional<std::uint32_t> number_with_sign(std::string_view word) {
    static constexpr std::string_view before[] = {"№", "#"};
    static constexpr std::string_view after[] = {"/", "º", "°", "ª", ")", ".", ":", ",", "-"};
    for (const std::string_view sign : before)
        if (word.starts_with(sign)) word.remove_prefix(sign.size());
    const auto ends = [&](std::string_view sign) { return word.ends_with(sign); };
    for (const auto* sign = std::begin(after); sign != std::end(after);) {
        sign = std::find_if(std::begin(after), std::end(after), ends);
        if (sign != std::end(after)) word.remove_suffix(sign->size());
    }
    if (word.empty() || word.size() > most_digits || !std::all_of(word.begin(), word.end(), is_digit))
        return std::nullopt;
    std::uint32_t number = 0;
    for (const char c : word) number = number * 10 + static_cast<std::uint32_t>(c - '0');
    return number > 0 ? std::optional(number) : std::nullopt;
}

}  // namespace cofnod::importers
