#include "notation/tag_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/characters.hpp"
#include "notation/fold.hpp"
#include "notation/languages.hpp"

namespace cofnod::notation {

namespace {

struct Date {
    int year = 0, month = 0, day = 0;  ///< 0: not known

    [[nodiscard]] int last_day() const {
        constexpr std::array<int, 13> days = {31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
        const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        return month == 2 && year && !leap ? 28 : days[static_cast<std::size_t>(std::clamp(month, 0, 12))];
    }
    [[nodiscard]] bool is_possible() const {
        return year >= 1000 && year <= 2999 && month <= 12 && day <= last_day() && (month || !day);
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

/// Removes these signs from both ends of a text.
std::string_view without_signs(std::string_view text, std::span<const std::string_view> signs) {
    for (bool again = true; std::exchange(again, false);)
        for (const std::string_view sign : signs) {
            if (text.starts_with(sign)) text.remove_prefix(sign.size()), again = true;
            if (text.ends_with(sign)) text.remove_suffix(sign.size()), again = true;
        }
    return text;
}

struct DateToken {
    int number = -1;  ///< -1: a word
    std::size_t digits = 0;
    std::string_view word;
    char before = 0;  ///< separator before it, unless it is a blank
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

/// A word that marks a number as year, month or day: it follows the number in Chinese, Japanese and Korean, and
/// precedes it in Vietnamese.
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

/// Reads 1958年3月12日, 1958년 3월, "12 tháng 3 năm 1958"; nullopt if a word is not a unit or a number has none. A
/// first number without a unit is the day.
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

/// Removes the time of day and its zone: of `thu jan  1, 12:00 pst 1998`, `2020-05-01t10:00:00z` and
/// `thu jan 01 1998 12:00:00 gmt+0100 (cet)`.
std::string without_time(std::string date) {
    const std::size_t colon = date.find(':');
    if (colon == date.npos || colon == 0 || !is_digit(date[colon - 1])) return date;
    std::size_t begin = date.find_last_not_of(ascii_digits, colon - 1) + 1;
    std::size_t end = std::min(date.find_first_not_of("0123456789:.", colon), date.size());
    if (begin > 0 && date[begin - 1] == 't') --begin;
    const bool has_zone = end < date.size() && date[end] == 'z';
    if (has_zone) ++end;
    std::size_t zone = std::min(date.find_first_not_of(' ', end), date.size());
    const std::size_t zone_end = std::min(date.find_first_not_of("abcdefghijklmnopqrstuvwxyz", zone), date.size());
    constexpr std::size_t longest_zone = 4;
    if (!has_zone && zone_end > zone && zone_end - zone <= longest_zone) end = zone_end;
    if (end < date.size() && (date[end] == '+' || date[end] == '-'))
        end = std::min(date.find_first_not_of("0123456789:", end + 1), date.size());
    if (const std::size_t bracket = date.find('(', end); bracket != date.npos) date.resize(bracket);
    date.replace(begin, std::min(end, date.size()) - begin, " ");
    return date;
}

}  // namespace

bool is_possible_day(std::optional<int> year, std::optional<int> month, std::optional<int> day) {
    const Date date{year.value_or(0), month.value_or(0), day.value_or(0)};
    return month != 0 && day != 0 && date.month <= 12 && date.day <= date.last_day();
}

namespace {

/// Replaces `xx` for an unknown day or month by `??`, and removes the doubt in `1850?`.
void settle_unknown(std::string& folded) {
    for (std::size_t at = folded.find("xx"); at != folded.npos; at = folded.find("xx", at + 2)) {
        const char before = at > 0 ? folded[at - 1] : ' ', after = at + 2 < folded.size() ? folded[at + 2] : ' ';
        const bool is_joined = std::string_view(".-/").find(at > 0 ? before : after) != std::string_view::npos;
        if (is_joined && !is_alphanumeric(before) && !is_alphanumeric(after)) folded.replace(at, 2, "??");
    }
    static constexpr std::size_t year_digits = 4;
    for (std::size_t at = folded.find('?', 1); at != folded.npos; at = folded.find('?', at + 1)) {
        const std::size_t digits = at - (folded.find_last_not_of(ascii_digits, at - 1) + 1);
        const char next = at + 1 < folded.size() ? folded[at + 1] : ' ';
        if (digits == year_digits && next != '?' && !is_digit(next)) folded[at] = ' ';
    }
}

}  // namespace

std::optional<std::string> read_date(const Languages& languages, std::string_view text) {
    std::string folded = without_time(with_digits(word_key(text)));
    settle_unknown(folded);
    // `??.??.2020`: an unknown day is 0.
    const bool is_partly_unknown =
        folded.find('?') != folded.npos && std::any_of(folded.begin(), folded.end(), is_digit);
    if (is_partly_unknown) std::ranges::replace(folded, '?', '0');
    static constexpr std::size_t compact = 8;  // 20200501
    if (folded.size() == compact && std::all_of(folded.begin(), folded.end(), is_digit))
        folded = folded.substr(0, 4) + '.' + folded.substr(4, 2) + '.' + folded.substr(6);
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
    static constexpr std::string_view signs[] = {" ", "`", "'", "\"", ",", ";", "´", "“", "”", "‘", "’", "«", "»", "~"};
    text = without_signs(text, signs);
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

namespace {

using std::string_view;

// Months belong to the calendar, not to a language, hence not to a .notation file. clang-format off
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

/// Looks up a word of the tables above; the map is built once, since an import looks up every date that is not a PGN
/// date.
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

/// Returns the length of a month: 30 and 29 days alternate; the last has 30 in 11 of every 30 years (tabular Islamic
/// calendar).
int days_in(int year, int month) {
    const bool is_leap = (14 + 11 * year) % 30 < 11;
    return month % 2 == 1 || (month == 12 && is_leap) ? 30 : 29;
}

/// Returns the PGN date with the fields that the first and the last day share; nullopt if the years differ.
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

namespace {

// Spellings of results, folded: digits are ASCII, dashes `-`. Those with l, I and O are misread by OCR.
constexpr std::string_view won_by_white[] = {"1-0", "1:0", "+-", "+--", "+:-", "1-O", "l-0", "I-0", "l-O", "I-O"};
constexpr std::string_view won_by_black[] = {"0-1", "0:1", "-+", "--+", "-:+", "O-1", "0-l", "0-I", "O-l", "O-I"};
constexpr std::string_view drawn[] = {"1/2-1/2", "1/2:1/2", "1/2",   "½-½",     "½:½", "½",     "0.5-0.5",
                                      "0,5-0,5", "0.5:0.5", ".5-.5", "1⁄2-1⁄2", "1⁄2", "1/2-½", "½-1/2"};
constexpr std::string_view unfinished[] = {"*"};
// Other meanings of the value of a tag or cell: in moves it is castling, or an evaluation.
constexpr std::string_view lost_by_both[] = {"0-0", "0:0", "-:-", "-/-"};
constexpr std::string_view better_for_white[] = {"+/-"}, better_for_black[] = {"-/+"};

struct Written {
    std::span<const std::string_view> texts;
    Result result;
};
constexpr Written spellings[] = {{won_by_white, Result::white_wins},
                                 {won_by_black, Result::black_wins},
                                 {drawn, Result::draw},
                                 {unfinished, Result::unknown}};
constexpr Written values[] = {
    {lost_by_both, Result::both_lose}, {better_for_white, Result::white_wins}, {better_for_black, Result::black_wins}};

/// Points that do not add up to one game, folded and with ½ and - as below.
constexpr std::string_view odd_points[] = {"½-0", "0-½", "½-1", "1-½", "1-1"};

/// Removes the F of a forfeit after a digit, `1F-0F`; returns true if there was one.
bool remove_forfeit(std::string& result) {
    const std::size_t size = result.size();
    for (std::size_t at = 1; at < result.size(); ++at)
        if (to_lower(result[at]) == 'f' && is_digit(result[at - 1])) result.erase(at, 1);
    return result.size() < size;
}

std::optional<Result> find(std::span<const Written> table, std::string_view folded) {
    for (const Written& each : table)
        if (std::ranges::find(each.texts, folded) != each.texts.end()) return each.result;
    return std::nullopt;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string without_blanks(std::string_view text) {
    std::string joined(text);
    std::erase_if(joined, is_blank);
    return joined;
}

/// Returns the end of the word that begins at `at`.
std::size_t end_of_word(std::string_view text, std::size_t at) {
    while (at < text.size() && !is_blank(text[at])) ++at;
    return at;
}

/// Returns the end of [begin, end) without trailing punctuation.
std::size_t without_punctuation(std::string_view text, std::size_t begin, std::size_t end) {
    static constexpr std::string_view marks[] = {".", ",", ";", ":", "!", ")", "]", "}", "\"", "،", "؛", "»", "”"};
    for (bool again = true; again && end > begin;) {
        again = false;
        for (const auto mark : marks)
            if (text.substr(begin, end - begin).ends_with(mark)) end -= mark.size(), again = true;
    }
    return end;
}

}  // namespace

std::optional<Result> read_result(std::string_view word) {
    static constexpr std::size_t longest = 12;  // bytes
    const FoldedWord folded(word);
    if (const auto result = find(spellings, folded.view())) return result;
    std::string without(folded.view().substr(0, longest));
    if (folded.view().size() > longest || without.find_first_of("Ff") == without.npos || !remove_forfeit(without))
        return std::nullopt;
    const auto result = find(spellings, without);
    return result ? result : find(values, without);
}

std::optional<Result> read_framed_result(std::string_view text) {
    static constexpr std::size_t longest = 40;  // bytes
    static constexpr std::string_view frames[] = {"(", ")", "[", "]", "*", "_", "'", "\"", "«",  "»", "‹",
                                                  "›", "“", "”", "„", "‘", "’", " ", "\t", "\r", "\n"};
    if (text.size() > longest) return std::nullopt;
    if (const auto result = read_result(text)) return result;
    return read_result(without_blanks(without_signs(text, frames)));
}

std::optional<Result> read_result_value(std::string_view text) {
    if (const auto result = read_framed_result(text)) return result;
    return find(values, FoldedWord(without_blanks(text)).view());
}

bool are_odd_points(std::string_view word) {
    static constexpr std::size_t longest = 16;  // bytes
    if (word.size() > longest) return false;
    std::string points(FoldedWord(word).view());
    for (const std::string_view half : {"1/2", "1⁄2", "0.5", "0,5"})
        for (std::size_t at = points.find(half); at != points.npos; at = points.find(half))
            points.replace(at, half.size(), "½");
    std::ranges::replace(points, ':', '-');
    return std::ranges::find(odd_points, points) != std::end(odd_points);
}

bool is_doubtful_result(std::string_view word) {
    static constexpr std::string_view doubtful[] = {"+-", "+--", "-+", "--+", "1/2", "1⁄2", "½"};
    const FoldedWord folded(word);
    return std::find(std::begin(doubtful), std::end(doubtful), folded.view()) != std::end(doubtful);
}

std::optional<ResultWords> read_result_words(const Languages& languages, std::string_view text) {
    constexpr int most_words = 8;
    constexpr std::size_t longest_phrase = 200;  // bytes: bounds the cost on very long lines, where every word is tried
    text = text.substr(0, longest_phrase + 1);
    std::optional<ResultWords> longest;
    std::size_t end = 0;
    for (int word = 0; word < most_words && end < text.size(); ++word) {
        std::size_t begin = end;
        while (begin < text.size() && is_blank(text[begin])) ++begin;
        if (word == 0 && begin != 0) return std::nullopt;
        end = end_of_word(text, begin);
        if (end > longest_phrase) break;
        const std::size_t bare_end = without_punctuation(text, begin, end);
        const bool begins = languages.begins_result_phrase(text.substr(0, end)) ||
                            (bare_end != end && languages.begins_result_phrase(text.substr(0, bare_end)));
        if (!begins) break;
        for (const std::size_t stop : {bare_end, end})
            if (const auto result = languages.find_result_phrase(text.substr(0, stop))) {
                longest = {*result, stop};
                break;
            }
    }
    return longest;
}

}  // namespace cofnod::notation
