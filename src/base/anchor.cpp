#include "base/anchor.hpp"

#include "base/utf8.hpp"

namespace cofnod {

namespace {

bool is_line_end(char c, char next) { return (c == '\n') | ((c == '\r') & (next != '\n')); }

constexpr std::size_t step = 32;

/// Of `step` bytes that another follows. Branchless and with a count that fits a byte, so that compilers vectorise it.
/// (Of 16 bytes GCC 12 at -O3 returns 256 less the count.)
std::uint8_t count_line_ends(const char* begin) {
    std::uint8_t count = 0;
    for (std::size_t i = 0; i < step; ++i)
        count = static_cast<std::uint8_t>(count + (is_line_end(begin[i], begin[i + 1]) ? 1 : 0));
    return count;
}

}  // namespace

/// Counts LF, and CR not followed by LF. Every byte of every file passes here twice, games one by one.
std::uint64_t count_line_breaks(std::string_view text) {
    std::uint64_t breaks = 0;
    std::size_t at = 0;
    for (; at + step < text.size(); at += step) breaks += count_line_ends(text.data() + at);
    for (; at < text.size(); ++at) breaks += is_line_end(text[at], at + 1 < text.size() ? text[at + 1] : '\0');
    return breaks;
}

Anchor advanced(const Anchor& anchor, std::string_view text, std::size_t offset) {
    Anchor result = anchor;
    result.offset = offset;
    result.byte += offset - anchor.offset;
    // A CR whose LF is at `offset` does not count yet.
    const std::string_view passed = text.substr(anchor.offset, offset - anchor.offset);
    const bool splits_break = passed.ends_with('\r') && offset < text.size() && text[offset] == '\n';
    const std::string_view lines = splits_break ? passed.substr(0, passed.size() - 1) : passed;
    result.line += count_line_breaks(lines);
    const std::size_t last_break = lines.find_last_of("\n\r");
    if (last_break == lines.npos) return result.column += utf8::length(passed), result;
    result.column = 1 + utf8::length(passed.substr(last_break + 1));
    return result;
}

Anchor moved(const Anchor& anchor, std::string_view text, std::size_t offset) {
    if (offset >= anchor.offset) return advanced(anchor, text, offset);
    Anchor result = anchor;
    result.offset = offset;
    result.byte -= anchor.offset - offset;
    const std::string_view passed = text.substr(offset, anchor.offset - offset);
    if (passed.find_first_of("\n\r") == passed.npos) return result.column -= utf8::length(passed), result;
    result.line -= advanced({offset, 0}, text, anchor.offset).line;
    const bool splits_break = offset > 0 && text[offset - 1] == '\r' && text[offset] == '\n';
    const std::string_view before = text.substr(0, offset - (splits_break ? 1 : 0));
    const std::size_t line_begin = before.find_last_of("\n\r") + 1;  // 0 where there is none
    result.column = 1 + utf8::length(text.substr(line_begin, offset - line_begin));
    return result;
}

}  // namespace cofnod
