#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod {

/// Tag with the code of the notation of a score: `[MoveLanguage "cy"]`. Written by export and read by import.
inline constexpr std::string_view move_language_tag = "MoveLanguage";

/// Returns what PGN writes where the value of a tag is unknown: `?`, or `????.??.??` in a date.
constexpr std::string_view unknown_value(std::string_view name) { return name.ends_with("Date") ? "????.??.??" : "?"; }

/// True if other programs accept a tag name: at most 255 ASCII letters, digits and `_`. pgn-extract, for one, loses the
/// moves of a game with `[الطاولة "1"]`.
bool is_portable_tag_name(std::string_view name);

/// Returns the comment that preserves a tag whose name other programs do not accept, `[%tag "الطاولة" "1"]`; import
/// converts it back. Braces and control characters are written as `\x7D`.
std::string tag_comment(std::string_view name, std::string_view value);

/// The tags of a game, `[Event "London"]`, in the order and spelling of the source, stored in one block of text. Values
/// are unquoted and without PGN's backslashes; everything is valid UTF-8.
class Tags {
public:
    struct Tag {
        std::string_view name;
        std::string_view value;
        bool operator==(const Tag&) const = default;
    };

    void add(std::string_view name, std::string_view value);
    /// Removes all tags but keeps their memory.
    void clear();
    [[nodiscard]] std::size_t capacity() const { return text_.capacity(); }

    /// Heap bytes used.
    [[nodiscard]] std::size_t memory() const { return text_.capacity() + spans_.capacity() * sizeof(Span); }

    [[nodiscard]] std::size_t size() const { return spans_.size(); }
    [[nodiscard]] bool empty() const { return spans_.empty(); }
    /// Returns a tag; its views are valid until the next add or clear.
    [[nodiscard]] Tag operator[](std::size_t i) const {
        const auto [name, value, end] = spans_[i];
        return {{text_.data() + name, value - name}, {text_.data() + value, end - value}};
    }
    /// Returns the value of the first tag with exactly that name.
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
