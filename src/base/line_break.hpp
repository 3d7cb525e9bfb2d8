#pragma once

#include <cstddef>
#include <string_view>

/// Lines end with LF, CR LF or a lone CR (classic Mac OS).
namespace cofnod {

inline bool is_line_break(char c) { return c == '\n' || c == '\r'; }

/// Returns the offset of the next line, or the end of the text.
inline std::size_t next_line(std::string_view text, std::size_t at) {
    const std::size_t line_break = text.find_first_of("\n\r", at);
    if (line_break == std::string_view::npos) return text.size();
    return line_break + (text.substr(line_break, 2) == "\r\n" ? 2 : 1);
}

/// True if the text at `at` follows an empty line.
inline bool below_empty_line(std::string_view text, std::size_t at) {
    int breaks = 0;
    for (char below = 0; at > 0 && static_cast<unsigned char>(text[at - 1]) <= ' '; --at) {
        const char c = text[at - 1];
        breaks += c == '\n' || (c == '\r' && below != '\n');
        below = c;
    }
    return breaks >= 2;
}

}  // namespace cofnod
