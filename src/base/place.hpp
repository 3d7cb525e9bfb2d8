#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cofnod {

/// A place in a file: lines and columns count from 1, bytes from 0. Columns count code points.
struct Place {
    std::uint64_t line = 0;  ///< 0: not known
    std::uint64_t column = 0;
    std::uint64_t byte = 0;  ///< from the start of the file

    bool operator==(const Place&) const = default;
};

/// A rectangle on a page of a scan or print, in the units of its source (pixels, points, tenths of a millimetre), from
/// the upper left corner of the page.
struct PageBox {
    std::uint32_t page = 0;  ///< in the source, from 1; 0: the source has no pages
    std::uint32_t x = 0, y = 0, width = 0, height = 0;

    [[nodiscard]] bool is_known() const { return page > 0; }
    bool operator==(const PageBox&) const = default;
};

/// Bytes [begin, end) of a text.
struct TextRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    [[nodiscard]] bool is_empty() const { return begin == end; }
    bool operator==(const TextRange&) const = default;
};

// Lines end with LF, CR LF or a lone CR (classic Mac OS).

inline bool is_line_break(char c) { return c == '\n' || c == '\r'; }

/// Finds successive line breaks, faster than one search for both characters.
class LineBreaks {
public:
    explicit LineBreaks(std::string_view text) : text_(text) {}

    /// Returns the offset of the first line break character at or after `at`, which must not decrease between calls;
    /// the end of the text if there is none.
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

/// An offset in a text in memory whose place in the file is known.
struct Anchor {
    std::size_t offset = 0;
    std::uint64_t line = 1;
    std::uint64_t byte = 0;
    std::uint64_t column = 1;  ///< in code points
};

/// Returns the place of `offset`, at or after the anchor in the same text. Advancing from anchor to anchor reads each
/// byte once, however long the lines are.
Anchor advanced(const Anchor& anchor, std::string_view text, std::size_t offset);

/// Returns the place of `offset`, before or after the anchor, in a text that starts at the beginning of a line.
Anchor moved(const Anchor& anchor, std::string_view text, std::size_t offset);

/// Returns the number of line breaks: LF, CR LF or a lone CR.
std::uint64_t count_line_breaks(std::string_view text);

}  // namespace cofnod
