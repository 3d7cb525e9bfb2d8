#include "importers/passages.hpp"

#include <unicode/uchar.h>

#include <algorithm>
#include <string_view>

#include "base/anchor.hpp"
#include "base/ascii.hpp"
#include "base/say.hpp"
#include "base/utf8.hpp"

namespace cofnod::importers {

namespace {

bool has_letter_or_digit(std::string_view text) {
    while (!text.empty()) {
        const utf8::Decoded next = utf8::decode(text);
        if (next.length > 0 && u_isalnum(static_cast<UChar32>(next.code_point))) return true;
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
    }
    return false;
}

std::string_view kind_of(std::string_view paragraph) {
    static constexpr std::size_t longest_heading = 100, most_breaks = 1;
    if (paragraph.front() == '%') return phrase("escape");
    if (!has_letter_or_digit(paragraph)) return phrase("rule");
    const bool ends_sentence = std::string_view(".,;:!?").find(paragraph.back()) != std::string_view::npos;
    const bool is_short = paragraph.size() <= longest_heading && count_line_breaks(paragraph) <= most_breaks;
    return is_short && !ends_sentence ? phrase("heading") : phrase("prose");
}

/// Returns the end of the paragraph that begins at `at`: of its last line that is not blank.
std::size_t end_of_paragraph(std::string_view text, std::size_t at) {
    while (at < text.size()) {
        const std::size_t line_break = std::min(text.find_first_of("\n\r", at), text.size());
        const std::size_t next = text.find_first_not_of("\n\r", line_break);
        if (next == text.npos || count_line_breaks(text.substr(line_break, next - line_break)) > 1) return line_break;
        const std::size_t next_end = std::min(text.find_first_of("\n\r", next), text.size());
        if (trimmed(text.substr(next, next_end - next)).empty()) return line_break;
        at = next;
    }
    return text.size();
}

/// Returns where to cut a paragraph that is too long for one row: at the end of a line, or else of a character.
std::size_t cut(std::string_view text, std::size_t begin, std::size_t end) {
    static constexpr std::size_t longest = 65'536;
    if (end - begin <= longest) return end;
    const std::string_view start = text.substr(begin, longest);
    const std::size_t line_break = start.find_last_of("\n\r");
    return begin + (line_break == start.npos ? std::max<std::size_t>(utf8::valid_prefix(start), 1) : line_break);
}

}  // namespace

std::vector<Passage> passages_of(const TextMap& map, std::size_t begin, std::size_t end) {
    std::vector<Passage> passages;
    const std::string_view text = map.text().substr(0, end);
    for (std::size_t at = begin; at < end;) {
        if (is_blank_or_control(text[at])) {
            ++at;
            continue;
        }
        const std::size_t stop = cut(text, at, end_of_paragraph(text, at));
        const std::string_view paragraph = trimmed(text.substr(at, stop - at));
        SourceSpan span = map.source().span(map.origin(at), map.origin(at + paragraph.size()));
        span.line = map.source().begin().line;
        passages.push_back({span, kind_of(paragraph), utf8::repaired(paragraph)});
        at = stop;
    }
    return passages;
}

}  // namespace cofnod::importers
