#pragma once

#include <cstddef>
#include <string_view>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

/// A score printed line by line between running text. Its numbers, at the beginning of lines, take precedence over
/// numbers inside sentences:
///
///             12. Q-R3                 P-KB4
///
///     White has compelled Black to create a weakness. If 13. P-B4, Kt-B3; 14. B-K2 Black
///     holds out.
///
///             13. BxB                  QxB
namespace cofnod::importers::prose {

/// Returns the number of blanks in front of a line.
std::size_t indent_of(std::string_view text, std::size_t line_begin);

/// True for a line with no more than a number, moves and a result.
bool is_column_line(const TokenisedText& text, const Line& line);

/// True for the first line of another column: move 1 and, in the next line of moves, move 2.
bool begins_column(const TokenisedText& text, const Draft& draft, const Line& line);

/// True if the draft's score is printed in indented lines and this line is not one of them.
bool is_outside_column(const TokenisedText& text, const Draft& draft, const Line& line);

/// True if the draft's score is printed in indented lines, and this is the next one: its number is the one that is due,
/// or a misprint of it.
bool continues_column(const TokenisedText& text, const Draft& draft, const Line& line);

/// True if a header names a player of the draft once more, as above a board between its moves: `Du: Rees`.
bool repeats_player(const Draft& draft, std::string_view value);

/// True if the game under way goes on below the line, for nothing has said that it is over.
bool is_interrupted(const TokenisedText& text, const Draft& draft, const Line& line);

/// True if the draft continues below the line: a line there begins with the number that is due, and no game or
/// header begins before it, but one that repeats a player.
bool continues_below(const TokenisedText& text, const Draft& draft, const Line& line);

}  // namespace cofnod::importers::prose
