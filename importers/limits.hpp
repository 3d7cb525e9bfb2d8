#pragma once

#include <cstddef>
#include <cstdint>

namespace cofnod::importers {

/// What an archive may make of itself, so that a small file cannot fill memory, disk or a day.
struct ArchiveLimits {
    std::uint64_t bytes = std::uint64_t{1} << 40;         ///< of all members together, unpacked
    std::uint64_t ratio = 1000;                           ///< unpacked to packed; chess games reach about 7
    std::uint64_t ratio_after = std::uint64_t{64} << 20;  ///< but not before so many bytes: blank lines pack well
    std::uint64_t members = 1'000'000;
};

/// How much of anything is read as what it is, so that no text takes memory or time without bound. What is beyond is
/// told (`over_limit`) and kept as text.
struct Limits {
    std::size_t depth = 256;                      ///< of variations in variations
    std::size_t plies = 100'000;                  ///< of a main line
    std::size_t tags = 1'000;                     ///< of a game
    std::size_t tag = std::size_t{64} << 10;      ///< bytes of a tag's value
    std::size_t comment = std::size_t{16} << 20;  ///< bytes
    std::size_t game = std::size_t{8} << 20;      ///< bytes of a text in which no game begins: it is cut there
    ArchiveLimits archive = {};

    static constexpr std::size_t most_tag = std::size_t{1} << 20;  ///< the store reads no longer one: longest_text
    static constexpr std::size_t most_depth = 1000;  ///< players call themselves as deep as brackets stand
    /// A Token counts bytes in 32 bits, and the PGN that is made of a sheet is several times as long.
    static constexpr std::size_t most_game = std::size_t{512} << 20;
};

}  // namespace cofnod::importers
