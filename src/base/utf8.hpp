#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// UTF-8 as bytes in std::string_view. Strict: overlong forms, surrogates and values above U+10FFFF are not UTF-8.
namespace cofnod::utf8 {

struct Decoded {
    char32_t code_point = 0;
    std::uint8_t length = 0;  ///< 0: the text is empty or does not start with a complete code point
};

Decoded decode(std::string_view text);
void append(std::string& text, char32_t code_point);

/// Returns a text without the byte order mark that it may begin with.
inline std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view mark = "\uFEFF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// Length of the longest valid prefix.
std::size_t valid_prefix(std::string_view text);
inline bool is_valid(std::string_view text) { return valid_prefix(text) == text.size(); }

/// Returns valid UTF-8: bytes that are not part of UTF-8 are read as Windows-1252, which they nearly always are.
std::string repaired(std::string_view text);

/// Number of code points; an invalid byte counts as one.
std::size_t length(std::string_view text);

/// Width in terminal columns: 0 for combining marks and controls, 2 for wide East Asian characters, otherwise 1.
std::size_t display_width(std::string_view text);

/// True if any letter is Hebrew or Arabic.
bool has_right_to_left(std::string_view text);

}  // namespace cofnod::utf8
