#pragma once

#include <cstdint>

namespace cofnod {

/// A place in a file: everything counts from 1 but the byte. Columns count code points.
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

}  // namespace cofnod
