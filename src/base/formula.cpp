#include "base/formula.hpp"

#include <algorithm>
#include <iterator>

namespace cofnod {

namespace {

constexpr std::string_view signs[] = {"=", "+", "-", "@", "\t", "\r", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"};

/// True for "-12" and "+0.35", which begin like a formula.
bool is_number(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return !text.empty() && text.front() != '.' && text.find_first_not_of("0123456789.") == text.npos;
}

}  // namespace

bool is_formula(std::string_view text) {
    // A sign alone is not a formula: "-" is the Round of a game without a tournament.
    return !is_number(text) && std::any_of(std::begin(signs), std::end(signs), [&](std::string_view sign) {
        return text.size() > sign.size() && text.starts_with(sign);
    });
}

bool is_guarded_formula(std::string_view text) {
    const std::size_t begin = text.find_first_not_of('\'');
    return begin != 0 && begin != text.npos && is_formula(text.substr(begin));
}

}  // namespace cofnod
