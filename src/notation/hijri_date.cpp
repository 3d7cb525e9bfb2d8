#include "notation/hijri_date.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/ascii.hpp"
#include "notation/fold.hpp"

namespace cofnod::notation {

namespace {

using std::string_view;

// Months belong to the calendar and not to a language, hence not in a .notation file. clang-format off
constexpr std::array<std::array<string_view, 4>, 12> month_names = {{
    {"محرم", "المحرم", "muharram", ""},
    {"صفر", "صفر الخير", "safar", ""},
    {"ربيع الأول", "ربيع أول", "rabi i", "rabi al-awwal"},
    {"ربيع الآخر", "ربيع الثاني", "rabi ii", "rabi al-thani"},
    {"جمادى الأولى", "جمادى الأول", "jumada i", "jumada al-ula"},
    {"جمادى الآخرة", "جمادى الثانية", "jumada ii", "jumada al-thani"},
    {"رجب", "رجب الفرد", "rajab", ""},
    {"شعبان", "شعبان المعظم", "shaban", "sha'ban"},
    {"رمضان", "رمضان المبارك", "ramadan", "ramadhan"},
    {"شوال", "شوال المكرم", "shawwal", ""},
    {"ذو القعدة", "ذي القعدة", "dhu al-qadah", "dhu al-qa'dah"},
    {"ذو الحجة", "ذي الحجة", "dhu al-hijjah", "dhu al-hijja"},
}};
constexpr std::array<string_view, 8> calendar_names = {"هـ", "هجري", "هجرية", "للهجرة", "ah", "a.h.", "hijri", "h"};
constexpr std::array<string_view, 5> words_between = {"من", "شهر", "سنة", "عام", "of"};
// clang-format on

/// Splits a date into numbers and words; punctuation separates numbers but is kept inside words.
std::vector<std::string> hijri_parts_of(const std::string& text) {
    std::vector<std::string> parts;
    bool parted = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool between_numbers = (c == '/' || c == '-' || c == '.') && i > 0 && is_digit(text[i - 1]);
        if (c == ' ' || c == ',' || between_numbers) {
            parted = true;
            continue;
        }
        if (parted || is_digit(c) != is_digit(parts.back().back())) parts.emplace_back();
        parts.back() += c;
        parted = false;
    }
    return parts;
}

enum class WordKind : std::uint8_t { month, calendar, between };

struct Meaning {
    WordKind kind;
    int month = 0;
};

/// Meanings of the words above by key, built once: an import looks up every date that is not a PGN date.
std::optional<Meaning> meaning_of(const std::string& key) {
    static const auto meanings = [] {
        std::unordered_map<std::string, Meaning> result;
        for (std::size_t i = 0; i < month_names.size(); ++i)
            for (const string_view name : month_names[i])
                if (!name.empty()) result.emplace(word_key(name), Meaning{WordKind::month, static_cast<int>(i) + 1});
        for (const string_view name : calendar_names) result.emplace(word_key(name), Meaning{WordKind::calendar});
        for (const string_view word : words_between) result.emplace(word_key(word), Meaning{WordKind::between});
        return result;
    }();
    const auto found = meanings.find(key);
    return found == meanings.end() ? std::nullopt : std::optional(found->second);
}

struct HijriDate {
    int year = 0, month = 0, day = 0;  ///< 0: not known
    bool is_sure = false;              ///< the month or the calendar was named
};

std::optional<HijriDate> read_parts(const std::vector<std::string>& parts) {
    constexpr std::size_t most_parts = 10;
    if (parts.size() > most_parts) return std::nullopt;
    HijriDate date;
    std::vector<int> numbers;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string& part = parts[i];
        if (is_digit(part.front())) {
            if (part.size() > 4) return std::nullopt;
            numbers.push_back(std::stoi(part));
            continue;
        }
        auto meaning = i + 1 < parts.size() ? meaning_of(part + ' ' + parts[i + 1]) : std::nullopt;
        if (meaning)
            ++i;
        else
            meaning = meaning_of(part);
        if (!meaning || (meaning->month && date.month)) return std::nullopt;
        if (meaning->month) date.month = meaning->month;
        date.is_sure = date.is_sure || meaning->kind != WordKind::between;
    }
    if (numbers.empty() || numbers.size() > (date.month ? 2 : 3)) return std::nullopt;
    if (numbers.front() > 31) std::ranges::reverse(numbers);  // 1369/1/12
    date.year = numbers.back();
    numbers.pop_back();
    if (!date.month && !numbers.empty()) date.month = numbers.back(), numbers.pop_back();
    if (!numbers.empty()) date.day = numbers.front();
    return date;
}

std::chrono::year_month_day to_gregorian(int year, int month, int day) {
    constexpr int epoch = 1948439, unix_epoch = 2440588;  // Julian day numbers
    const int days = day + (59 * (month - 1) + 1) / 2 + (year - 1) * 354 + (3 + 11 * year) / 30 + epoch - unix_epoch;
    return std::chrono::sys_days(std::chrono::days(days));
}

/// Months alternate between 30 and 29 days; the last has 30 in 11 of every 30 years (tabular Islamic calendar).
int days_in(int year, int month) {
    const bool is_leap = (14 + 11 * year) % 30 < 11;
    return month % 2 == 1 || (month == 12 && is_leap) ? 30 : 29;
}

/// Returns the PGN date of what the first and the last day have in common.
std::optional<std::string> span(std::chrono::year_month_day first, std::chrono::year_month_day last) {
    const int year = static_cast<int>(first.year());
    const auto month = static_cast<unsigned>(first.month()), day = static_cast<unsigned>(first.day());
    if (first == last) return fmt::format("{:04}.{:02}.{:02}", year, month, day);
    if (first.year() != last.year()) return std::nullopt;
    if (first.month() != last.month()) return fmt::format("{:04}.??.??", year);
    return fmt::format("{:04}.{:02}.??", year, month);
}

}  // namespace

std::optional<std::string> read_hijri_date(std::string_view text) {
    constexpr std::size_t longest = 200;
    if (text.empty() || text.size() > longest) return std::nullopt;
    const auto date = read_parts(hijri_parts_of(word_key(text)));
    if (!date || !date->is_sure || date->year < 1 || date->year > 1600 || date->month > 12) return std::nullopt;
    const auto& [year, month, day, is_sure] = *date;
    if (month && day > days_in(year, month)) return std::nullopt;
    const int last_month = month ? month : 12;
    return span(to_gregorian(year, month ? month : 1, day ? day : 1),
                to_gregorian(year, last_month, day ? day : days_in(year, last_month)));
}

}  // namespace cofnod::notation
