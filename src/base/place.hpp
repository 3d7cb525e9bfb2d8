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

/// Bytes [begin, end) of a text.
struct TextRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    [[nodiscard]] bool is_empty() const { return begin == end; }
    bool operator==(const TextRange&) const = default;
};

}  // namespace cofnod
