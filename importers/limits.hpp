#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cofnod::importers {

/// Decompression limits and settings for opening files: a small file cannot fill memory or disk, or keep the program
/// busy for hours.
struct ArchiveLimits {
    std::uint64_t bytes = std::uint64_t{1} << 40;  ///< total of all members, unpacked
    std::uint64_t ratio = 1000;                    ///< unpacked to packed size; chess games reach about 7
    std::uint64_t ratio_after = std::uint64_t{64}
                                << 20;  ///< minimum unpacked size for `ratio` to apply: blank lines pack well
    std::uint64_t members = 1'000'000;
    /// Languages for text recognition in pictures, as tesseract names them: "cym+eng". Empty: chosen by the locale, the
    /// script of the picture and the installed languages.
    std::string ocr = {};
};

/// Parsing limits, so that no text takes unbounded memory or time. Anything beyond is reported (`over_limit`) and kept
/// as text.
struct Limits {
    std::size_t depth = 256;                      ///< nesting of variations
    std::size_t plies = 100'000;                  ///< in a main line
    std::size_t tags = 1'000;                     ///< in a game
    std::size_t tag = std::size_t{64} << 10;      ///< bytes of a tag's value
    std::size_t comment = std::size_t{16} << 20;  ///< bytes
    std::size_t game = std::size_t{8} << 20;      ///< bytes of text in which no game begins; longer text is cut
    ArchiveLimits archive = {};

    static constexpr std::size_t most_tag = std::size_t{1} << 20;  ///< maximum in the store: longest_text
    static constexpr std::size_t most_depth = 1000;                ///< players recurse once per level of brackets
    /// A Token counts bytes in 32 bits, and the PGN made from a sheet is several times as long as the sheet.
    static constexpr std::size_t most_game = std::size_t{512} << 20;
};

}  // namespace cofnod::importers
