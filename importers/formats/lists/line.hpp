#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/line_break.hpp"
#include "base/utf8.hpp"

namespace cofnod::importers::lists {

/// Returns a line of a text: bytes [begin, end) without surrounding blanks; empty for a blank line or a remark (`#`,
/// `%`).
struct Line {
    std::size_t begin, end;

    [[nodiscard]] bool empty() const { return begin == end; }
    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// Calls `take` for every line until it returns false.
template <typename Take>
void for_each_line(std::string_view text, Take&& take) {
    static constexpr std::string_view blanks = " \t\v\f";
    std::size_t at = text.size() - utf8::without_byte_order_mark(text).size();
    LineBreaks breaks(text);
    while (at < text.size()) {
        const std::size_t line_end = breaks.next(at);
        Line line{std::min(text.find_first_not_of(blanks, at), line_end), line_end};
        while (line.end > line.begin && blanks.find(text[line.end - 1]) != std::string_view::npos) --line.end;
        if (!line.empty() && (text[line.begin] == '#' || text[line.begin] == '%')) line.begin = line.end;
        if (!take(line)) return;
        at = line_end + 1;
    }
}

}  // namespace cofnod::importers::lists
