#include "importers/formats/prose/footnotes.hpp"

#include <algorithm>
#include <string_view>

#include "base/ascii.hpp"
#include "base/line_break.hpp"

namespace cofnod::importers::prose {

namespace {

/// Returns the mark at the front of a paragraph, `(a)`, `[12]` or `(Aa)`; empty if there is none.
std::string_view mark_at_front(std::string_view paragraph) {
    static constexpr std::size_t longest = 2;
    if (paragraph.empty() || (paragraph.front() != '(' && paragraph.front() != '[')) return {};
    const std::size_t end = paragraph.substr(0, longest + 2).find(paragraph.front() == '(' ? ')' : ']');
    if (end == paragraph.npos || end < 2) return {};
    const std::string_view inside = paragraph.substr(1, end - 1);
    const bool is_mark = std::ranges::all_of(inside, [](char c) { return is_letter(c) || is_digit(c); });
    return is_mark ? paragraph.substr(0, end + 1) : std::string_view();
}

}  // namespace

bool begins_footnote(const TokenisedText& text, const Draft& draft, const Line& line) {
    static constexpr std::uint32_t longest_score = 1 << 14;
    if (!draft.has_moves || line.begin <= draft.begin || !below_empty_line(text.bytes, line.begin)) return false;
    const std::string_view written = text.bytes.substr(line.begin, line.end - line.begin);
    const std::string_view mark = mark_at_front(trimmed(written));
    const std::uint32_t from = line.begin - std::min(line.begin - draft.begin, longest_score);
    return !mark.empty() && text.bytes.substr(from, line.begin - from).find(mark) != std::string_view::npos;
}

}  // namespace cofnod::importers::prose
