#include "store/partial_date.hpp"

#include <algorithm>
#include <chrono>

#include "base/characters.hpp"
#include "notation/tag_text.hpp"

namespace cofnod::store {

namespace {

constexpr bool is_separator(char c) { return c == '.' || c == '-' || c == '/'; }

/// Removes "06" or "??" and the following separator from the front; returns 6 or 0, or nullopt for anything else.
std::optional<int> take_part(std::string_view& text, std::size_t shortest, std::size_t longest, int largest) {
    const auto length = static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_separator) - text.begin());
    const std::string_view part = text.substr(0, length);
    text.remove_prefix(std::min(text.size(), length + 1));
    if (part.size() < shortest || part.size() > longest) return std::nullopt;

    int value = 0;
    bool known = true;
    for (const char c : part) {
        if (c == '?')
            known = false;
        else if (is_digit(c))
            value = value * 10 + (c - '0');
        else
            return std::nullopt;
    }
    if (known && value > largest) return std::nullopt;
    return known ? value : 0;
}

}  // namespace

std::optional<PartialDate> PartialDate::parse(std::string_view text) {
    const auto year = take_part(text, 4, 4, 9999);  // 5.11.09 has no four-digit year
    if (!year) return std::nullopt;
    const auto month = text.empty() ? 0 : take_part(text, 1, 2, 12);
    if (!month) return std::nullopt;
    const auto day = text.empty() ? 0 : take_part(text, 1, 2, 31);
    if (!day || !text.empty()) return std::nullopt;
    return PartialDate(*year * 10000 + *month * 100 + *day);
}

bool PartialDate::is_in_calendar() const {
    const std::chrono::year_month_day date(std::chrono::year(year()),
                                           std::chrono::month(static_cast<unsigned>(month())),
                                           std::chrono::day(static_cast<unsigned>(day())));
    return month() == 0 || day() == 0 || date.ok();
}

std::int32_t PartialDate::last_number() const {
    if (month() == 0) return year() * 10000 + 1231;
    return day() == 0 ? number_ + 31 : number_;
}

std::string PartialDate::to_text() const {
    std::string text = "????.??.??";
    const auto put = [&](std::size_t end, int digits, int value) {
        if (value == 0) return;
        for (; digits > 0; --digits, value /= 10) text[--end] = static_cast<char>('0' + value % 10);
    };
    put(4, 4, year());
    put(7, 2, month());
    put(10, 2, day());
    return text;
}

std::optional<PartialDate> date_of_tag(std::string_view value) {
    if (const auto date = PartialDate::parse(value)) return date;
    const auto converted = notation::read_hijri_date(value);
    return converted ? PartialDate::parse(*converted) : std::nullopt;
}

}  // namespace cofnod::store
