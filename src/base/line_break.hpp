#pragma once

#include <cstddef>
#include <string_view>

/// A line ends with LF, CR LF or, as on the first Macintoshes, a lone CR.
namespace cofnod {

inline bool is_line_break(char c) { return c == '\n' || c == '\r'; }

/// Where the line behind the next line break begins, or the end of the text.
inline std::size_t next_line(std::string_view text, std::size_t at) {
    const std::size_t line_break = text.find_first_of("\n\r", at);
    if (line_break == std::string_view::npos) return text.size();
    return line_break + (text.substr(line_break, 2) == "\r\n" ? 2 : 1);
}

/// Whether an empty line stands above the text at `at`.
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
