#include "importers/text/order_signs.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <optional>
#include <string>

#include "base/utf8.hpp"
#include "notation/fold.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

namespace {

constexpr char32_t tatweel = 0x640;
constexpr std::u32string_view only_at_the_end = U"ةىךםןףץ\u0640";

std::u32string decoded(std::string_view text) {
    std::u32string decoded;
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        decoded += next.length == 0 ? char32_t{0xFFFD} : next.code_point;
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
    }
    return decoded;
}

std::string encoded(std::u32string_view text) {
    std::string bytes;
    for (const char32_t c : text) utf8::append(bytes, c);
    return bytes;
}

bool is_right_to_left(char32_t c) {
    const auto direction = u_charDirection(static_cast<UChar32>(c));
    return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}

bool is_word_letter(char32_t c) {
    return c == tatweel || (is_right_to_left(c) && u_isalpha(static_cast<UChar32>(c))) ||
           u_charType(static_cast<UChar32>(c)) == U_NON_SPACING_MARK;
}

bool is_known(const std::string& word, const notation::Languages& languages) {
    return languages.find_header(word) || languages.find_month(word) || languages.find_result_phrase(word);
}

void add_word(OrderSigns& signs, std::u32string_view word, const notation::Languages& languages) {
    constexpr std::size_t shortest_known = 3, shortest_with_article = 4;
    constexpr std::u32string_view article = U"ال", reversed_article = U"لا";
    if (word.size() < 2) return;
    signs.logical += only_at_the_end.find(word.back()) != only_at_the_end.npos;
    signs.visual += only_at_the_end.find(word.front()) != only_at_the_end.npos;
    if (word.size() >= shortest_with_article) {
        signs.logical += word.starts_with(article);
        signs.visual += word.ends_with(reversed_article);
    }
    if (word.size() >= shortest_known) {
        const std::string as_it_stands = encoded(word);
        signs.logical += is_known(as_it_stands, languages);
        signs.visual += is_known(notation::turned(as_it_stands), languages);
    }
}

/// Returns the run of digits of any script at `begin`; nullopt if there is none, or more than a move number has.
std::optional<int> number_in(std::u32string_view digits) {
    constexpr std::size_t most_digits = 3;
    if (digits.empty() || digits.size() > most_digits) return std::nullopt;
    int number = 0;
    for (const char32_t c : digits) number = number * 10 + u_charDigitValue(static_cast<UChar32>(c));
    return number;
}

bool is_digit(char32_t c) { return u_charType(static_cast<UChar32>(c)) == U_DECIMAL_DIGIT_NUMBER; }

void add_numbers(OrderSigns& signs, std::u32string_view line) {
    std::optional<int> left_before, right_before;
    for (std::size_t at = line.find('.'); at != line.npos; at = line.find('.', at + 1)) {
        std::size_t begin = at, end = at + 1;
        while (begin > 0 && is_digit(line[begin - 1])) --begin;
        while (end < line.size() && is_digit(line[end])) ++end;
        const auto left = number_in(line.substr(begin, at - begin));
        const auto right = number_in(line.substr(at + 1, end - at - 1));
        signs.logical += left && end == at + 1;
        signs.visual += right && begin == at;
        signs.logical += left && left_before && *left == *left_before + 1;
        signs.visual += right && right_before && *right == *right_before - 1;
        left_before = left;
        right_before = right;
    }
}

}  // namespace

OrderSigns signs_of_words(std::string_view text, const notation::Languages& languages) {
    OrderSigns signs;
    const std::u32string all = decoded(text);
    for (auto at = all.begin(); at != all.end();) {
        const auto begin = std::find_if(at, all.end(), is_word_letter);
        at = std::find_if_not(begin, all.end(), is_word_letter);
        add_word(signs, {begin, at}, languages);
    }
    return signs;
}

OrderSigns signs_of_numbers(std::string_view text) {
    OrderSigns signs;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\n\r"), text.size());
        const std::u32string line = decoded(text.substr(0, end));
        if (std::any_of(line.begin(), line.end(), is_right_to_left)) add_numbers(signs, line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return signs;
}

}  // namespace cofnod::importers
