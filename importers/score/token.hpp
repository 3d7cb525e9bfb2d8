#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cofnod::importers {

/// One piece of the text of a score. What a word means is not known yet: that takes a language and a board.
struct Token {
    enum class Kind : std::uint8_t {
        word,
        number,        ///< value: the move number
        comment,       ///< the text between the braces
        open_comment,  ///< the text after a brace that nobody closed
        line_comment,  ///< the text after `;`
        nag,           ///< value: its number
        open,          ///< `(`
        close,         ///< `)`
        result,        ///< value: a cofnod::SaidResult
        unknown,       ///< a sign that has no business here
    };

    Kind kind;
    std::uint32_t begin;  ///< bytes, in the text of the game
    std::uint32_t end;
    std::uint32_t value = 0;

    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

}  // namespace cofnod::importers
