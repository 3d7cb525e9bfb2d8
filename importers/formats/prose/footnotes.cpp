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
    const std::size_t end = paragraph.find(paragraph.front() == '(' ? ')' : ']');
    if (end == paragraph.npos || end < 2 || end - 1 > longest) return {};
    const std::string_view inside = paragraph.substr(1, end - 1);
    return std::ranges::all_of(inside, [](char c) { return is_letter(c) || is_digit(c); })
               ? paragraph.substr(0, end + 1)
               : std::string_view();
}

/// Returns the byte where the paragraph of a line begins, if it is not far above.
std::size_t begin_of_paragraph(std::string_view text, std::size_t line) {
    static constexpr std::size_t longest = 4000;
    const std::size_t least = line - std::min(line, longest);
    while (line > least && !below_empty_line(text, line)) {
        const std::size_t end_above = text.find_last_not_of("\r\n", line - 1);
        if (end_above == text.npos) return 0;
        const std::size_t break_above = text.find_last_of("\r\n", end_above);
        line = break_above == text.npos ? 0 : break_above + 1;
    }
    return line;
}

}  // namespace

bool is_in_footnote(const TokenisedText& text, const Draft& draft, const Line& line) {
    if (!draft.has_moves) return false;
    const std::size_t begin = begin_of_paragraph(text.bytes, line.begin);
    if (begin <= draft.begin) return false;
    std::string_view paragraph = text.bytes.substr(begin);
    paragraph.remove_prefix(std::min(paragraph.find_first_not_of(" \t"), paragraph.size()));
    const std::string_view mark = mark_at_front(paragraph);
    return !mark.empty() && text.bytes.substr(draft.begin, begin - draft.begin).find(mark) != std::string_view::npos;
}

}  // namespace cofnod::importers::prose
