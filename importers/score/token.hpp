#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cofnod::importers {

/// One token of a score. The meaning of a word depends on a language and a board and is not yet known.
struct Token {
    enum class Kind : std::uint8_t {
        word,
        number,        ///< value: the move number
        comment,       ///< the text between the braces
        open_comment,  ///< the text after an unclosed brace
        line_comment,  ///< the text after `;`
        nag,           ///< value: its number
        open,          ///< `(`
        close,         ///< `)`
        result,        ///< value: a cofnod::SaidResult
        unknown,       ///< an unexpected character
    };

    Kind kind;
    std::uint32_t begin;  ///< bytes, in the text of the game
    std::uint32_t end;
    std::uint32_t value = 0;

    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
    /// Returns true for a number with dots for White's move, `2...`.
    [[nodiscard]] bool is_dotted_number(std::string_view text) const {
        return kind == Kind::number && (in(text).ends_with("..") || in(text).ends_with("…"));
    }
};

}  // namespace cofnod::importers
