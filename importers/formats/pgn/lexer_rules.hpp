#pragma once

#include <cstddef>
#include <string_view>

#include "importers/formats/pgn/lexer_state.hpp"

/// The rules of grammar/pgn.hpp, with actions that write to a LexerState. Each moves the cursor behind what it reads.
namespace cofnod::importers::pgn {

struct Cursor {
    const char* begin;  ///< of the whole text: what precedes `at` tells the start of a line
    const char* at;
    const char* end;

    explicit Cursor(std::string_view text, std::size_t from = 0)
        : begin(text.data()), at(begin + from), end(begin + text.size()) {}

    [[nodiscard]] bool is_at_end() const { return at == end; }
    [[nodiscard]] std::string_view rest() const { return {at, static_cast<std::size_t>(end - at)}; }
};

/// Skips blank lines, escaped lines and byte order marks.
void skip_prelude(Cursor& cursor);
/// Skips these and, between tags, the markup of a web page too.
void skip_between_tags(Cursor& cursor, LexerState& state);
void skip_blanks(Cursor& cursor);

/// Reads a tag; returns false if there is none.
bool read_tag(Cursor& cursor, LexerState& state);
/// Reads a token of movetext.
void read_element(Cursor& cursor, LexerState& state);
/// Reads a remark in square brackets; returns false if there is none.
bool read_remark(Cursor& cursor, LexerState& state);
/// Reads a token of running text, in which `;` and `%` have no meaning.
void read_text_element(Cursor& cursor, LexerState& state);

}  // namespace cofnod::importers::pgn
