#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod {

/// All that stands around the moves of the main line: comments, NAGs and variations, in the order of the source.
///
/// A variation replaces the move before it: one that begins at ply 7 starts from the position before the seventh
/// main-line move; one inside a variation replaces the variation's last move.
class Annotations {
public:
    enum class Kind : std::uint8_t {
        comment,  ///< text, as between braces; a line break of the source is one blank
        nag,      ///< value: the number
        begin_variation,
        end_variation,
        move,    ///< value: a move of a variation, by the number that the game's rules give it (record.hpp)
        unread,  ///< text that no notation made sense of, up to the end of its variation
    };

    struct Item {
        Kind kind;
        std::uint32_t ply;    ///< main-line moves that stand before it
        std::uint32_t value;  ///< of a NAG or a move
        std::string_view text;
        bool operator==(const Item&) const = default;
    };

    void add(Kind kind, std::uint32_t ply, std::uint32_t value = 0, std::string_view text = {});
    void clear();
    /// Forgets everything from item `size` on.
    void truncate(std::size_t size);

    [[nodiscard]] bool empty() const { return entries_.empty(); }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }
    /// Bytes of all texts together.
    [[nodiscard]] std::size_t text_size() const { return text_.size(); }
    /// Bytes that it takes besides itself.
    [[nodiscard]] std::size_t memory() const { return text_.capacity() + entries_.capacity() * sizeof(Entry); }
    /// Texts stay valid until the next change.
    [[nodiscard]] Item operator[](std::size_t i) const;

    bool operator==(const Annotations& other) const;

    /// The stored form, an item after the other:
    ///
    ///     varint  (ply - ply of the item before) * 8 + kind
    ///     varint  value                               nag, move
    ///     varint  length, then that many bytes        comment, unread
    [[nodiscard]] std::string to_bytes() const;
    /// nullopt where the bytes are not of that form.
    static std::optional<Annotations> from_bytes(std::string_view bytes);

private:
    struct Entry {
        Kind kind;
        std::uint32_t ply, value, begin, length;
    };
    std::vector<Entry> entries_;
    std::string text_;
};

}  // namespace cofnod
