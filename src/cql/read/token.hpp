#pragma once

#include <string_view>
#include <vector>

#include "cql/syntax.hpp"

namespace cofnod::cql {

enum class TokenKind : std::uint8_t {
    end,             ///< of the script, or of the body of a function
    line_end,        ///< of the line of a comment filter `///`
    word,            ///< a keyword, or the name of a variable or function
    special,         ///< an operator; text is its ASCII form
    integer,         ///< number
    string,          ///< text without quotes
    group,           ///< `\1`, `\-1`: number
    result,          ///< `1-0`
    designator,      ///< pieces, squares
    piece_variable,  ///< `[Aa]x` before `=` or `[element]`: text is x
    repetition,      ///< `{2,}`: number to last
    file_name,       ///< text; `is_output`
};

struct Token {
    TokenKind kind = TokenKind::end;
    bool blank_before = true;        ///< white space or a comment stands before it
    bool blank_line_before = false;  ///< an empty line does
    bool is_output = false;
    PieceMask pieces = 0;
    Span span;
    int number = 0;
    int last = 0;
    chess::Bitboard squares;
    std::string_view text;

    [[nodiscard]] bool is(std::string_view word) const {
        return (kind == TokenKind::word || kind == TokenKind::special) && text == word;
    }
};

/// Splits a script into tokens, the last of which is `end`. They refer to `text`. Throws TextFault.
std::vector<Token> read_tokens(std::string_view text);

}  // namespace cofnod::cql
