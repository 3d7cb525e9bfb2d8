#pragma once

#include <cstddef>
#include <string_view>

/// Lines end with LF, CR LF or a lone CR (classic Mac OS).
namespace cofnod {

inline bool is_line_break(char c) { return c == '\n' || c == '\r'; }

/// Finds line breaks one after the other, faster than a search for either sign.
class LineBreaks {
public:
    explicit LineBreaks(std::string_view text) : text_(text) {}

    /// Returns the offset of the first sign of a line break at or behind `at`, which may not decrease; the end of the
    /// text if there is none.
    std::size_t next(std::size_t at) {
        if (lf_ < at || lf_ == unknown) lf_ = found('\n', at);
        if (cr_ < at || cr_ == unknown) cr_ = found('\r', at);
        return lf_ < cr_ ? lf_ : cr_;
    }

private:
    static constexpr std::size_t unknown = std::string_view::npos;

    [[nodiscard]] std::size_t found(char sign, std::size_t at) const {
        const std::size_t place = text_.find(sign, at);
        return place == std::string_view::npos ? text_.size() : place;
    }

    std::string_view text_;
    std::size_t lf_ = unknown, cr_ = unknown;
};

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
