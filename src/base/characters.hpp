#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// ASCII classification, independent of the locale.
namespace cofnod {

inline constexpr std::string_view ascii_digits = "0123456789";

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool has_digit(std::string_view text) { return text.find_first_of(ascii_digits) != text.npos; }

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_alphanumeric(char c) { return is_letter(c) || is_digit(c); }

constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
inline std::string to_lower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = to_lower(c);
    return lower;
}
inline std::string to_upper(std::string_view text) {
    std::string upper(text);
    for (char& c : upper) c = to_upper(c);
    return upper;
}

/// True for blanks and control characters.
constexpr bool is_blank_or_control(char c) { return static_cast<unsigned char>(c) <= ' '; }

constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
/// Branchless, so that compilers can vectorise it.
constexpr bool is_ascii(std::string_view text) {
    unsigned char all = 0;
    for (const char c : text) all = static_cast<unsigned char>(all | static_cast<unsigned char>(c));
    return all < 0x80;
}

/// Returns `text` without leading and trailing blanks and control characters.
constexpr std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank_or_control(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank_or_control(text.back())) text.remove_suffix(1);
    return text;
}

/// Splits `text` at any of the separators; empty words are dropped.
inline std::vector<std::string_view> words_of(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(separators, at)) != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

}  // namespace cofnod

namespace cofnod::utf8 {

// UTF-8 as bytes in std::string_view. Strict: overlong forms, surrogates and values above U+10FFFF are not UTF-8.

struct Decoded {
    char32_t code_point = 0;
    std::uint8_t length = 0;  ///< 0: the text is empty or does not start with a complete code point
};

Decoded decode(std::string_view text);
void append(std::string& text, char32_t code_point);

/// Returns `text` without its leading byte order mark, if any.
inline std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\uFEFF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// Returns the length of the longest valid prefix.
std::size_t valid_prefix(std::string_view text);
inline bool is_valid(std::string_view text) { return valid_prefix(text) == text.size(); }

/// Returns valid UTF-8; invalid bytes are read as Windows-1252, which they nearly always are.
std::string repaired(std::string_view text);

/// Returns the number of code points; an invalid byte counts as one.
std::size_t length(std::string_view text);

/// Returns the width in terminal columns: 0 for combining marks and controls, 2 for wide East Asian characters,
/// otherwise 1.
std::size_t display_width(std::string_view text);

/// True if any letter is Hebrew or Arabic.
bool has_right_to_left(std::string_view text);

}  // namespace cofnod::utf8
