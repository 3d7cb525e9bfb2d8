#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/place.hpp"
#include "importers/limits.hpp"
#include "importers/text/charset.hpp"
#include "importers/text/derived_text.hpp"
#include "importers/text/page_map.hpp"
#include "importers/text/source.hpp"

namespace cofnod {

struct GameRecord;
struct SourceSpan;

}  // namespace cofnod

namespace cofnod::importers {

/// A section of a source that contains whole games.
struct Block {
    std::string text;         ///< UTF-8, except for faults if the source claims to be UTF-8
    std::uint64_t begin = 0;  ///< byte offset of text[0] in the source
    std::uint64_t line = 1;   ///< its line
    std::string bytes;        ///< source bytes if it is not UTF-8; else empty: they are the text
};

/// Cuts a source into blocks of about `block_size` bytes, each ending where a game starts: before a line `[Event "`
/// that does not follow another tag line and is not in a comment. A block without such a line grows until one occurs or
/// until `limit`, so memory stays bounded whatever the input; then it is cut at a blank line, or else at a line break.
class BlockReader {
public:
    static constexpr std::size_t default_block_size = std::size_t{1} << 20;

    /// `begin`, `line`: the place of the source's first byte.
    explicit BlockReader(Source& source, std::uint64_t begin = 0, std::uint64_t line = 1,
                         std::size_t block_size = default_block_size, std::size_t limit = Limits{}.game,
                         const Charset& charset = Charset::utf8());

    /// Returns the start of the last game in the rows of a sheet; 0: it is the only one.
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

/// Returns a block size that fits `bytes` in any decoding, so that a single game does not reserve a whole block.
inline std::size_t block_size_for(std::size_t bytes) {
    constexpr std::size_t most_decoded = 8;
    return std::min(most_decoded * bytes + 1, BlockReader::default_block_size);
}

/// Finds the places in a source of bytes in the text of one block. Each search continues from the last, so that a block
/// is scanned once.
class SourcePlaces {
public:
    /// `pages`: pages of the source, which must then be UTF-8; nullptr: it has none.
    SourcePlaces(const Block& block, const Charset& charset, const PageMap* pages = nullptr);

    [[nodiscard]] std::string_view text() const { return block_.text; }
    [[nodiscard]] const Charset& charset() const { return charset_; }

    /// Returns the source bytes of [begin, end) of the text, without a line. Each call must be for text after that of
    /// the previous call.
    SourceSpan span(std::size_t begin, std::size_t end);
    /// Returns the place of the start of the last span.
    Place begin();
    /// Returns the place of any byte of the text; fastest for one close to the last.
    Place place(std::size_t offset);
    /// Returns the box of bytes [begin, end) of the text on a page.
    [[nodiscard]] PageBox box(std::size_t begin, std::size_t end) const;
    /// Returns the box of the start of the last span on a page.
    [[nodiscard]] PageBox box_of_begin() const { return box(begin_offset_, begin_offset_); }
    /// Returns bytes of the source unchanged.
    [[nodiscard]] std::string_view bytes(const SourceSpan& span) const;

private:
    /// A character of decoded text, and the bytes of the source before it.
    struct Counted {
        std::size_t offset = 0;
        std::size_t bytes = 0;
    };
    std::uint64_t byte_at(std::size_t offset, Counted& counted) const;

    const Block& block_;
    const Charset& charset_;
    const PageMap* pages_;
    Anchor begin_;  ///< start of the last span
    Anchor seen_;   ///< the last place requested
    Counted counted_, seen_counted_;
    std::vector<Counted> begins_;   ///< starts of all spans in decoded text
    std::size_t begin_offset_ = 0;  ///< start of the last span
    std::uint64_t begin_byte_ = 0;
};

/// Maps a text that is being read to its source. The text is that of a block, or derived from or part of the text of
/// another map: source <- decoded <- derived <- part.
class TextMap {
public:
    explicit TextMap(SourcePlaces& block) : text_(block.text()), source_(block) {}
    TextMap(const TextMap& from, const DerivedText& derived)
        : text_(derived.text()), source_(from.source_), from_(&from), derived_(&derived) {}
    /// Maps bytes [begin, end) of another text.
    TextMap(const TextMap& from, std::size_t begin, std::size_t end)
        : text_(from.text_.substr(begin, end - begin)), source_(from.source_), from_(&from), begin_(begin) {}

    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] SourcePlaces& source() const { return source_; }
    /// Returns false if some of the text was generated from other text.
    [[nodiscard]] bool is_copy() const { return !from_ || (!derived_ && from_->is_copy()); }

    /// Returns the place in the text of the block that a byte of this text comes from. Places never decrease.
    [[nodiscard]] std::size_t origin(std::size_t offset) const { return in_block(offset, false); }
    /// Returns the place where a reader of the block sees that byte.
    [[nodiscard]] std::size_t seen_at(std::size_t offset) const { return in_block(offset, true); }

private:
    [[nodiscard]] std::size_t in_block(std::size_t offset, bool seen) const {
        if (!from_) return offset;
        const std::size_t there = !derived_ ? begin_ + offset
                                  : seen    ? derived_->seen_at(offset)
                                            : derived_->origin(offset);
        return from_->in_block(there, seen);
    }

    std::string_view text_;
    SourcePlaces& source_;
    const TextMap* from_ = nullptr;  ///< nullptr: the text is that of the block
    const DerivedText* derived_ = nullptr;
    std::size_t begin_ = 0;  ///< start of a part
};

/// Sets the bytes and the line of a record in the source, replacing its bytes in the text that was read. Each call must
/// be for a record after the previous one.
void place_span(GameRecord& game, const TextMap& map);

/// Sets the source places of a record's trace. The span of the record must already be placed.
void place_trace(GameRecord& game, const TextMap& map);

/// Sets the source places of a record's problems and shows the lines in which they occur. The span of the record must
/// already be placed.
void place_problems(GameRecord& game, const TextMap& map);

}  // namespace cofnod::importers
