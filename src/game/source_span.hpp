#pragma once

#include <cstdint>

namespace cofnod {

/// Part of the source that a game was read from; empty, for its bytes belong to another game, if a comment quotes it.
struct SourceSpan {
    std::uint64_t begin = 0;  ///< byte offset in the source, unpacked but before character set conversion
    std::uint64_t end = 0;
    std::uint64_t line = 1;  ///< line of `begin`, from 1

    [[nodiscard]] bool is_empty() const { return begin == end; }
};

}  // namespace cofnod
