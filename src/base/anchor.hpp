#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cofnod {

/// A spot in a text in memory whose place in its file is known.
struct Anchor {
    std::size_t offset = 0;
    std::uint64_t line = 1;
    std::uint64_t byte = 0;
    std::uint64_t column = 1;  ///< in code points
};

/// The place of `offset`, at or behind the anchor in the same text. Who goes through a text from anchor to anchor looks
/// at each byte once, however long its lines are.
Anchor advanced(const Anchor& anchor, std::string_view text, std::size_t offset);

/// The place of `offset` on either side of the anchor, in a text that begins a line.
Anchor moved(const Anchor& anchor, std::string_view text, std::size_t offset);

/// Line breaks in the text: LF, CR LF or a lone CR, each one.
std::uint64_t count_line_breaks(std::string_view text);

}  // namespace cofnod
