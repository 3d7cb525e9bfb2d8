#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// True for a word of a score line that is not a move. A word with a digit, or one in a move's place behind a number,
/// may be a misprint and is left to be reported.
bool is_running_text(const TokenisedText& text, const Line& line, std::size_t i);

/// Returns the number of tokens of a move that lacks its dash, `P K 4`, in a notation that writes one; 0 if token `i`
/// begins none.
std::size_t length_without_dash(const TokenisedText& text, const Line& line, std::size_t i);

/// True if an empty line stands between two bytes.
bool has_empty_line(std::string_view text, std::uint32_t begin, std::uint32_t end);

/// True for a word for check, mate or en passant in any language.
bool is_word_of_move(const TokenisedText& text, std::string_view word);

/// True if a line begins with what belongs to the move above, "ch." or "mate".
bool begins_with_check(const TokenisedText& text, const Line& line);

/// Returns the end of a word at token `i` of a line, "mate" or "e.p.", that belongs to the move before it; nullopt
/// where it does not, or a sentence goes on with it.
std::optional<std::uint32_t> end_of_move_word(const TokenisedText& text, const Line& line, std::size_t i);

/// True if the paragraph says how the game ended, behind token `from` and before the number of another move: "and Black
/// resigns."
bool tells_result(const TokenisedText& text, const Draft& draft, std::size_t from);

/// Returns the token behind a bracket that begins at token `i`; `i`: none does, or the line does not close it.
std::size_t behind_bracket(const TokenisedText& text, const Line& line, std::size_t i);

/// True if a sentence of the line, or the line, begins at token `i`.
bool begins_sentence(const TokenisedText& text, const Line& line, std::size_t i);

/// True for words between the moves, not in braces.
bool is_stray(const Token& token, std::string_view text);

/// Returns the end of a note in a line of text: behind the bracket that closes it, where it began in the score above,
/// or before the number that is due and moves up to the end of the line, `gwell na hyn. 8. d3 h6`. nullopt: the line
/// has none.
std::optional<std::size_t> end_of_note(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns the end of the first moves of a headed game with the note that stands behind them in a line of text, `1. e4
/// e5 (Camgymeriad sydd yn`. The first token of the line: it has none.
std::size_t end_of_first_moves(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns how many tokens at the beginning of a line belong to a move that the line above begins: 2 in `to B sq, P to
/// QKt4` below `4. K`.
std::size_t length_of_tail(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns the end of the moves that are due at the beginning of a line of text, for their number, White's move or a
/// part of a move ends the line above: `Bb7 (Camgymeriad sydd yn` below `17. Cc1`. The first token of the line: it has
/// none.
std::size_t end_of_due_moves(const TokenisedText& text, const Draft& draft, const Line& line);

/// Notes the result given by text below the moves, "Siachmat, 1-0." or "Ildiodd Du.": signs take precedence over words,
/// and the first over the others.
void find_result(const TokenisedText& text, const Line& line, Draft& draft);

/// Returns the result given in words at token `i` of a score line, `2. c4 e6 White resigned.`: the words must end their
/// line or sentence, or a note follows, for "Black wins" may be followed by "a pawn". "resigned" is said of whoever is
/// to move if it stands alone, else of the player named, by colour or in the heading, and of nobody if none is.
std::optional<Token> result_behind_moves(const TokenisedText& text, const Draft& draft, const Line& line,
                                         std::size_t i);

/// True if the words for a result at token `i`, directly behind a move, end the game: somebody resigns, or they end a
/// sentence and words follow them. What moves follow are analysis.
bool ends_game(const TokenisedText& text, const Draft& draft, const Line& line, std::size_t i);

/// Returns the result in the words behind a line of play, up to byte `end`: "and White won", "Resigns", "and mate in a
/// few moves". `from`: the end of its last move.
std::optional<Token> result_behind(const TokenisedText& text, std::uint32_t from, std::uint32_t end);

/// Appends the result that a final comment gives in words, "Gwyn sy'n ennill.", "Nolan resigns.".
void add_result_in_comment(const TokenisedText& text, Draft& draft);

}  // namespace cofnod::importers::prose
