#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod {

/// Annotations of the main line in source order: comments, NAGs and variations.
///
/// A variation replaces the move before it: one that begins at ply 7 starts from the position before the seventh
/// main-line move; one inside a variation replaces the variation's last move.
class Annotations {
public:
    enum class Kind : std::uint8_t {
        comment,  ///< text, as between braces; line breaks become single blanks
        nag,      ///< value: the number
        begin_variation,
        end_variation,
        move,    ///< value: number of a variation's move, as defined by its game (record.hpp)
        unread,  ///< unreadable text, up to the end of its variation
    };

    struct Item {
        Kind kind;
        std::uint32_t ply;    ///< main-line moves before it
        std::uint32_t value;  ///< for NAGs and moves
        std::string_view text;
        bool operator==(const Item&) const = default;
    };

    void add(Kind kind, std::uint32_t ply, std::uint32_t value = 0, std::string_view text = {});
    void clear();
    /// Removes all items from `size` on.
    void truncate(std::size_t size);

    [[nodiscard]] bool empty() const { return entries_.empty(); }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }
    [[nodiscard]] std::size_t count(Kind kind) const;
    /// Returns the total size of all texts in bytes.
    [[nodiscard]] std::size_t text_size() const { return text_.size(); }
    /// Returns the heap memory used, in bytes.
    [[nodiscard]] std::size_t memory() const { return text_.capacity() + entries_.capacity() * sizeof(Entry); }
    /// Returns an item; its text is valid until the next change.
    [[nodiscard]] Item operator[](std::size_t i) const;

    bool operator==(const Annotations&) const = default;

    /// Returns the stored form, item by item:
    ///
    ///     varint  (ply - ply of the item before) * 8 + kind
    ///     varint  value                               nag, move
    ///     varint  length, then that many bytes        comment, unread
    [[nodiscard]] std::string to_bytes() const;
    /// Decodes the stored form; nullopt if malformed.
    static std::optional<Annotations> from_bytes(std::string_view bytes);

private:
    struct Entry {
        Kind kind;
        std::uint32_t ply, value, begin, length;
        bool operator==(const Entry&) const = default;
    };
    std::vector<Entry> entries_;
    std::string text_;
};

/// Returns the word for a kind in data output: "comment", "variation" for both of its ends.
std::string_view name_of(Annotations::Kind kind);

}  // namespace cofnod
