#include "base/anchor.hpp"

#include <cstring>

#include "base/utf8.hpp"

namespace cofnod {

namespace {

/// The top bit of each of eight bytes that is `wanted`.
std::uint64_t bytes_equal(std::uint64_t eight, char wanted) {
    constexpr std::uint64_t low = 0x7F7F7F7F7F7F7F7F;
    const std::uint64_t other = eight ^ 0x0101010101010101u * static_cast<unsigned char>(wanted);
    return ~(((other & low) + low) | other | low);
}

}  // namespace

/// LF, and CR without one behind it; eight bytes at a time, for every byte of every file comes by here.
std::uint64_t count_line_breaks(std::string_view text) {
    std::uint64_t breaks = 0;
    std::size_t at = 0;
    for (std::uint64_t eight; at + sizeof eight < text.size(); at += sizeof eight) {
        std::memcpy(&eight, text.data() + at, sizeof eight);
        const std::uint64_t feeds = bytes_equal(eight, '\n');
        const std::uint64_t feeds_behind = feeds >> 8 | std::uint64_t{text[at + sizeof eight] == '\n'} << 63;
        const std::uint64_t ends = feeds | (bytes_equal(eight, '\r') & ~feeds_behind);
        breaks += (ends >> 7) * 0x0101010101010101u >> 56;  // adds up the bytes
    }
    for (; at < text.size(); ++at)
        breaks += text[at] == '\n' || (text[at] == '\r' && !(at + 1 < text.size() && text[at + 1] == '\n'));
    return breaks;
}

Anchor advanced(const Anchor& anchor, std::string_view text, std::size_t offset) {
    Anchor result = anchor;
    result.offset = offset;
    result.byte += offset - anchor.offset;
    // A CR whose LF stands behind `offset` is no break yet.
    const std::string_view passed = text.substr(anchor.offset, offset - anchor.offset);
    const bool splits_break = passed.ends_with('\r') && offset < text.size() && text[offset] == '\n';
    const std::string_view lines = splits_break ? passed.substr(0, passed.size() - 1) : passed;
    result.line += count_line_breaks(lines);
    const std::size_t last_break = lines.find_last_of("\n\r");
    if (last_break == lines.npos) return result.column += utf8::length(passed), result;
    result.column = 1 + utf8::length(passed.substr(last_break + 1));
    return result;
}

}  // namespace cofnod
