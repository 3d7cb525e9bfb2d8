#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "importers/limits.hpp"
#include "importers/text/charset.hpp"
#include "importers/text/source.hpp"

namespace cofnod::importers {

/// A section of a source that holds whole games.
struct Block {
    std::string text;         ///< UTF-8, except for faults if the source claims to be UTF-8
    std::uint64_t begin = 0;  ///< byte of text[0] in the source
    std::uint64_t line = 1;   ///< its line
    std::string bytes;        ///< of the source if it is not UTF-8; else empty: they are the text
};

/// Cuts a source into blocks of about `block_size` bytes, each ending where a game starts: before a line `[Event "`
/// that does not follow another tag line and is not in a comment. A block without such a line grows until one occurs or
/// until `limit`, so memory stays bounded whatever the input; then it is cut at a blank line, or else at a line break.
class BlockReader {
public:
    static constexpr std::size_t default_block_size = std::size_t{1} << 20;

    /// `begin`, `line`: the place of the first byte of the source.
    explicit BlockReader(Source& source, std::uint64_t begin = 0, std::uint64_t line = 1,
                         std::size_t block_size = default_block_size, std::size_t limit = Limits{}.game,
                         const Charset& charset = Charset::utf8());

    /// Returns the start of the last game in rows of a sheet; 0: the first of them.
    using LastGame = std::function<std::size_t(std::string_view rows)>;

    /// Treats the source as a sheet: line breaks between quotes are inside a cell, and a game may have many rows.
    void cut_as_sheet(LastGame last_game) { last_game_of_sheet_ = std::move(last_game); }

    /// Returns the next block; nullopt at the end of the source.
    std::optional<Block> next();

private:
    void read(std::size_t count);
    void take_bytes(Block& block);
    [[nodiscard]] std::size_t cut_of_sheet() const;

    Source* source_;
    const Charset* charset_;
    std::string pending_;      ///< decoded
    std::string bytes_;        ///< the undecoded bytes of `pending_`, and perhaps half a character; unused for UTF-8
    std::size_t decoded_ = 0;  ///< number of `bytes_` decoded
    std::uint64_t begin_;
    std::uint64_t line_;
    std::size_t block_size_;
    std::size_t limit_;
    bool at_end_ = false;
    LastGame last_game_of_sheet_;  ///< empty: the source is not a sheet
};

/// Returns a block size that fits `bytes` however they are decoded, so that one game does not reserve a whole block.
inline std::size_t block_size_for(std::size_t bytes) {
    constexpr std::size_t most_decoded = 8;
    return std::min(most_decoded * bytes + 1, BlockReader::default_block_size);
}

}  // namespace cofnod::importers
