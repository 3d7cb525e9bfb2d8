#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// UTF-8 as bytes in std::string_view. Strict: overlong forms, surrogates and values above U+10FFFF are not UTF-8.
namespace cofnod::utf8 {

struct Decoded {
    char32_t code_point = 0;
    std::uint8_t length = 0;  ///< 0: the text is empty or does not start with a whole code point
};

Decoded decode(std::string_view text);
void append(std::string& text, char32_t code_point);

/// Length of the longest valid prefix.
std::size_t valid_prefix(std::string_view text);
inline bool is_valid(std::string_view text) { return valid_prefix(text) == text.size(); }

/// Every byte that is not part of UTF-8, read as Windows-1252 (what such bytes nearly always are).
std::string repaired(std::string_view text);

/// Code points; a byte that is not part of one counts as one.
std::size_t length(std::string_view text);

/// Columns on a terminal: 0 for combining marks and controls, 2 for wide East Asian, else 1.
std::size_t display_width(std::string_view text);

/// Whether any letter is Hebrew or Arabic.
bool has_right_to_left(std::string_view text);

}  // namespace cofnod::utf8
