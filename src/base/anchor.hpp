#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cofnod {

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
