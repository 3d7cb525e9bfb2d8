#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod {

/// The tag that names the notation of a score, by its code: `[MoveLanguage "cy"]`. Export writes it, import reads it.
inline constexpr std::string_view move_language_tag = "MoveLanguage";

/// Whether other programs read a tag of that name: letters and digits of ASCII and `_`, 255 at most. pgn-extract, for
/// one, loses the moves of a game with `[الطاولة "1"]`.
bool is_portable_tag_name(std::string_view name);

/// The tags of a game, `[Event "London"]`, in the order and with the spelling of the source. One block of text
/// holds them all. Values are what the quotes enclose, without PGN's backslashes; all of it is valid UTF-8.
class Tags {
public:
    struct Tag {
        std::string_view name;
        std::string_view value;
        bool operator==(const Tag&) const = default;
    };

    void add(std::string_view name, std::string_view value);
    /// Their memory stays, `capacity` bytes of text.
    void clear();
    [[nodiscard]] std::size_t capacity() const { return text_.capacity(); }

    /// Bytes that they take besides themselves.
    [[nodiscard]] std::size_t memory() const { return text_.capacity() + spans_.capacity() * sizeof(Span); }

    [[nodiscard]] std::size_t size() const { return spans_.size(); }
    [[nodiscard]] bool empty() const { return spans_.empty(); }
    /// Views stay valid until the next add or clear.
    [[nodiscard]] Tag operator[](std::size_t i) const;
    /// The first tag of that name, exactly as spelt.
    [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;

    bool operator==(const Tags& other) const;

private:
    struct Span {
        std::uint32_t name, value, end;
    };
    std::string text_;
    std::vector<Span> spans_;
};

}  // namespace cofnod
