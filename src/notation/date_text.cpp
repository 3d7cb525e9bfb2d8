#include "notation/date_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "notation/fold.hpp"
#include "notation/languages.hpp"

namespace cofnod::notation {

namespace {

struct Date {
    int year = 0, month = 0, day = 0;  ///< 0: not known

    [[nodiscard]] bool is_possible() const {
        constexpr std::array<int, 13> days = {31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
        const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        const int last = month == 2 && year && !leap ? 28 : days[static_cast<std::size_t>(std::clamp(month, 0, 12))];
        return year >= 1000 && year <= 2999 && month <= 12 && day <= last && (month || !day);
    }
    [[nodiscard]] std::string pgn() const {
        return fmt::format("{}.{}.{}", year, month ? fmt::format("{:02}", month) : "??",
                           day ? fmt::format("{:02}", day) : "??");
    }
};

std::optional<std::string> possible(const Date& date) {
    if (!date.is_possible()) return std::nullopt;
    return date.pgn();
}

struct DateToken {
    int number = -1;  ///< -1: a word
    std::size_t digits = 0;
    std::string_view word;
    char before = 0;  ///< separator before it, if no blank intervenes
};

/// Returns the value of a Chinese digit, or of 十 (ten); -1 for other characters.
int chinese_digit(std::string_view sign) {
    static constexpr std::string_view digits[] = {"零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"};
    if (sign == "〇") return 0;
    const auto found = std::find(std::begin(digits), std::end(digits), sign);
    return found == std::end(digits) ? -1 : static_cast<int>(found - std::begin(digits));
}

/// Converts Chinese numerals to digits: 一九五八年十二月三日 to 1958年12月3日.
std::string with_digits(std::string_view text) {
    constexpr std::size_t sign_size = 3;
    std::string result;
    while (!text.empty()) {
        int number = 0, count = 0;
        bool after_ten = false;
        for (int digit; (digit = chinese_digit(text.substr(0, sign_size))) >= 0 && number < 10000; ++count) {
            const bool is_ten = digit == 10;
            number = is_ten ? std::max(number, 1) * 10 : after_ten ? number + digit : number * 10 + digit;
            after_ten = is_ten;
            text.remove_prefix(sign_size);
        }
        if (count > 0) result += std::to_string(number);
        if (count > 0 || text.empty()) continue;
        result += text.front();
        text.remove_prefix(1);
    }
    return result;
}

/// Splits a date into numbers and words; separators are kept only between numbers.
std::vector<DateToken> parts_of(std::string_view text) {
    std::vector<DateToken> parts;
    constexpr std::string_view between = " .,/-\t'";
    for (std::size_t at = 0; at < text.size();) {
        if (between.find(text[at]) != std::string_view::npos) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        const bool digits = is_digit(text[at]);
        while (at < text.size() && is_digit(text[at]) == digits && between.find(text[at]) == std::string_view::npos)
            ++at;
        DateToken part;
        part.word = text.substr(begin, at - begin);
        part.before = begin ? text[begin - 1] : '\0';
        part.digits = digits ? part.word.size() : 0;
        if (digits && part.digits <= 4) {
            part.number = 0;
            for (const char c : part.word) part.number = part.number * 10 + (c - '0');
        }
        parts.push_back(part);
    }
    return parts;
}

/// Reads 1858.11.02, also with dashes or slashes, and 2.11.1858. With dashes or slashes the year may come last only if
/// the day cannot be a month (13-11-1858, 11/13/1858) or equals it.
std::optional<std::string> read_numbers(const std::vector<DateToken>& parts) {
    const auto is_year = [](const DateToken& part) { return part.digits == 4; };
    if (parts.size() == 1 && is_year(parts[0])) return possible({parts[0].number, 0, 0});
    if (parts.size() == 2 && is_year(parts[0])) return possible({parts[0].number, parts[1].number, 0});
    if (parts.size() == 2 && is_year(parts[1])) return possible({parts[1].number, parts[0].number, 0});
    if (parts.size() != 3) return std::nullopt;
    if (is_year(parts[0])) return possible({parts[0].number, parts[1].number, parts[2].number});
    if (!is_year(parts[2])) return std::nullopt;
    const int first = parts[0].number, second = parts[1].number, year = parts[2].number;
    const bool day_first = first > 12 || first == second || parts[2].before == '.';
    if (day_first) return possible({year, second, first});
    if (second > 12) return possible({year, first, second});
    return std::nullopt;
}

/// A word that marks a number as year, month or day: after it in Chinese, Japanese and Korean, before it in Vietnamese.
struct Unit {
    std::string_view word;
    int Date::*field;
    bool behind;
};
constexpr Unit units[] = {{"年", &Date::year, true},      {"月", &Date::month, true}, {"日", &Date::day, true},
                          {"号", &Date::day, true},       {"號", &Date::day, true},   {"년", &Date::year, true},
                          {"월", &Date::month, true},     {"일", &Date::day, true},   {"năm", &Date::year, false},
                          {"tháng", &Date::month, false}, {"ngày", &Date::day, false}};

const Unit* unit_of(std::string_view word) {
    const auto found =
        std::find_if(std::begin(units), std::end(units), [&](const Unit& unit) { return word_key(unit.word) == word; });
    return found == std::end(units) ? nullptr : &*found;
}

/// Reads 1958年3月12日, 1958년 3월, "12 tháng 3 năm 1958"; nullopt if a word is not a unit or a number has none. An
/// initial number without a unit is the day.
std::optional<Date> read_units(const std::vector<DateToken>& parts) {
    Date date;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool number_first = parts[i].number >= 0;
        const bool more = i + 1 < parts.size();
        const Unit* const unit = number_first ? (more ? unit_of(parts[i + 1].word) : nullptr) : unit_of(parts[i].word);
        int Date::*field = unit ? unit->field : nullptr;
        if (number_first && unit && !unit->behind) field = i == 0 ? &Date::day : nullptr;
        if (!number_first && (!unit || unit->behind || !more || parts[i + 1].number < 0)) return std::nullopt;
        const int number = number_first ? parts[i].number : parts[i + 1].number;
        if (!field || date.*field || !number) return std::nullopt;
        date.*field = number;
        i += !number_first || unit->behind;
    }
    return date;
}

}  // namespace

std::optional<std::string> read_date(const Languages& languages, std::string_view text) {
    const std::string folded = with_digits(word_key(text));
    std::vector<DateToken> parts = parts_of(folded);
    if (parts.empty() || std::any_of(parts.begin(), parts.end(), [](const DateToken& p) { return p.digits > 4; }))
        return std::nullopt;
    if (std::all_of(parts.begin(), parts.end(), [](const DateToken& p) { return p.number >= 0; }))
        return read_numbers(parts);

    if (const auto date = read_units(parts)) return possible(*date);
    Date date;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const DateToken& part = parts[i];
        if (part.number >= 0) {
            int& place = part.digits >= 3 ? date.year : date.day;
            if (place || !part.number || part.digits == 3) return std::nullopt;
            place = part.number;
            continue;
        }
        std::optional<int> month;
        if (i + 1 < parts.size() && parts[i + 1].number < 0)  // كانون الثاني
            month = languages.find_month(fmt::format("{} {}", part.word, parts[i + 1].word));
        const bool two_words = month.has_value();
        if (!month) month = languages.find_month(part.word);
        if (month && date.month) return std::nullopt;
        if (month) date.month = *month, i += two_words ? 1u : 0u;
        if (!month && !languages.is_date_word(part.word)) return std::nullopt;
    }
    return possible(date);
}

std::vector<std::string> readings_of_date(const Languages& languages, std::string_view text) {
    for (bool is_trimmed = false; !std::exchange(is_trimmed, true);) {
        static constexpr std::string_view signs[] = {" ", "`", "'", "\"", ",", ";", "´", "“", "”", "‘", "’", "«", "»"};
        for (const std::string_view sign : signs) {
            const bool at_front = text.starts_with(sign), at_back = !at_front && text.ends_with(sign);
            if (at_front) text.remove_prefix(sign.size());
            if (at_back) text.remove_suffix(sign.size());
            is_trimmed = is_trimmed && !at_front && !at_back;
        }
    }
    if (auto date = read_date(languages, text)) return {*std::move(date)};
    const std::string folded = with_digits(word_key(text));
    const std::vector<DateToken> parts = parts_of(folded);
    const bool has_numbers =
        parts.size() == 3 && std::all_of(parts.begin(), parts.end(), [](const DateToken& p) { return p.number >= 0; });
    if (!has_numbers || (parts[0].digits == 4) == (parts[2].digits == 4)) return {};
    const int year = parts[0].digits == 4 ? parts[0].number : parts[2].number;
    const int other = parts[0].digits == 4 ? parts[2].number : parts[0].number;
    std::vector<std::string> dates;
    for (const Date date : {Date{year, parts[1].number, other}, Date{year, other, parts[1].number}})
        if (date.month && date.day)
            if (auto read = possible(date)) dates.push_back(*std::move(read));
    return dates;
}

}  // namespace cofnod::notation
