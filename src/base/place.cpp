#include "base/place.hpp"

#include <algorithm>
#include <cstring>

#include "base/characters.hpp"

namespace cofnod {

namespace {

/// Sixteen bytes, which GCC and clang compare at once; a comparison gives 0 or -1 for each.
using Bytes [[gnu::vector_size(16)]] = unsigned char;

Bytes bytes_at(const char* at) {
    Bytes bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

/// Maximum number of steps whose counts fit in a byte.
constexpr std::size_t most_steps = 255;

/// Counts the line ends in steps of sixteen bytes; the text must continue after the last.
std::uint64_t count_in_steps(const char* at, std::size_t steps) {
    Bytes counts{};
    for (; steps > 0; --steps, at += sizeof counts) {
        const Bytes here = bytes_at(at), next = bytes_at(at + 1);
        counts -= (here == '\n') | ((here == '\r') & (next != '\n'));
    }
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < sizeof counts; ++i) sum += counts[i];
    return sum;
}

}  // namespace

/// Counts LF, and CR not followed by LF. Optimised: every byte of every file passes through it twice.
std::uint64_t count_line_breaks(std::string_view text) {
    std::uint64_t breaks = 0;
    std::size_t at = 0;
    while (at + sizeof(Bytes) < text.size()) {
        const std::size_t steps = std::min((text.size() - at - 1) / sizeof(Bytes), most_steps);
        breaks += count_in_steps(text.data() + at, steps);
        at += steps * sizeof(Bytes);
    }
    for (; at < text.size(); ++at) breaks += text[at] == '\n' || (text[at] == '\r' && text.substr(at, 2) != "\r\n");
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
    const std::size_t line_begin = before.find_last_of("\n\r") + 1;  // 0 if there is none
    result.column = 1 + utf8::length(text.substr(line_begin, offset - line_begin));
    return result;
}

}  // namespace cofnod
