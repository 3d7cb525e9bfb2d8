#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"

namespace cofnod::importers::prose {

/// A move number and the side to move.
struct MoveNumber {
    std::uint32_t number;
    bool is_black;
    bool operator==(const MoveNumber&) const = default;
};

/// Returns the number in token `i` and the side to move: `4...`, or `4.  ...` with dots in White's column, is Black's.
MoveNumber number_at(const TokenisedText& text, std::size_t i);

/// Returns the number and the side to move in a token.
MoveNumber number_of(const Token& number, std::string_view text);

/// Returns true if token `i` is a number and the next token a move.
bool is_numbered_move(const TokenisedText& text, std::size_t i);

/// Returns true for a move number that can begin a game: `1.` but not `1...`.
bool is_first_number(const Token& token, std::string_view text);

/// Returns the number of the draft's next move; nullopt if its moves have no numbers.
std::optional<MoveNumber> due_number(const TokenisedText& text, const Draft& draft);

/// Returns the number of the next move after a complete score; nullopt if its moves have no numbers.
std::optional<MoveNumber> due_at_end(const TokenisedText& text, std::span<const Token> tokens);

/// Returns true if tokens `i` and `i + 1` are the expected number and a move.
bool is_due(const TokenisedText& text, const Draft& draft, std::size_t i);

/// Returns true for `3. h3 a move which loses time in the opening`: the expected number, if the next number continues
/// from there or a result follows, in words or not. (If the number recurs, `3. h3` is only a suggestion.)
bool begins_with_due_move(const TokenisedText& text, const Draft& draft, const Line& line);

/// Consecutive moves.
struct RunOfMoves {
    std::size_t end;    ///< the token after them
    std::size_t count;  ///< number of moves
};

/// Returns the moves from token `i` on, at most `most`, that begin before token `end`.
RunOfMoves moves_from(const TokenisedText& text, std::size_t i, std::size_t end,
                      std::size_t most = std::string_view::npos);

/// Calls `take(i, length)` for each token of the main line, once per move, until it returns false. `length` is the
/// length of the move that begins there, 0 if there is none.
template <typename Take>
void for_each_of_main_line(const TokenisedText& text, std::span<const Token> tokens, Take take) {
    Brackets brackets;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (!brackets.is_main_line(tokens[i])) continue;
        const std::size_t length = text.spotter.move_length(text.bytes, tokens, i);
        if (!take(i, length)) return;
        i += length > 0 ? length - 1 : 0;
    }
}

/// Returns the number of moves in tokens [begin, end), excluding variations.
std::size_t count_moves(const TokenisedText& text, std::span<const Token> tokens, std::size_t begin, std::size_t end);

// A score printed line by line between running text. Its numbers, at the beginning of lines, take precedence over
// numbers inside sentences:
//
//             12. Q-R3                 P-KB4
//
//     White has compelled Black to create a weakness. If 13. P-B4, Kt-B3; 14. B-K2 Black
//     holds out.
//
//             13. BxB                  QxB

/// Returns the number of blanks before a line.
std::size_t indent_of(std::string_view text, std::size_t line_begin);

/// Returns true for a line that contains only a number, moves and a result.
bool is_column_line(const TokenisedText& text, const Line& line);

/// Returns true for the first line of another column: move 1 and, in the next line of moves, move 2.
bool begins_column(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns true if the draft's score is printed in indented lines and this line is not one of them.
bool is_outside_column(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns true if the draft's score is printed in indented lines and this is the next one: its number is the expected
/// one or a misprint of it.
bool continues_column(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns true if a header names a player of the draft again, as above a board between its moves: `Du: Rees`.
bool repeats_player(const Draft& draft, std::string_view value);

/// Returns true if the current game continues after the line, as nothing has ended it.
bool is_interrupted(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns true if the draft continues after the line: a later line begins with the expected number, and no game or
/// header precedes it, except a header that repeats a player.
bool continues_below(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns true for a word of a score line that is not a move. A word with a digit, or one in place of a move after a
/// number, may be a misprint to be reported.
bool is_running_text(const TokenisedText& text, const Line& line, std::size_t i);

/// Returns the number of tokens of a move without its dash, `P K 4`, in a notation that writes one; 0 if no such move
/// begins at token `i`.
std::size_t length_without_dash(const TokenisedText& text, const Line& line, std::size_t i);

/// Returns true if there is an empty line between two bytes.
bool has_empty_line(std::string_view text, std::uint32_t begin, std::uint32_t end);

/// Returns true for a word for check, mate or en passant in any language.
bool is_word_of_move(const TokenisedText& text, std::string_view word);

/// Returns true if the paragraph states the result, after token `from` and before the number of another move: "and
/// Black resigns."
bool tells_result(const TokenisedText& text, const Draft& draft, std::size_t from);

/// Returns the token after a bracket that begins at token `i`; `i` if there is none or the line does not close it.
std::size_t behind_bracket(const TokenisedText& text, const Line& line, std::size_t i);

/// Returns true if the line or one of its sentences begins at token `i`.
bool begins_sentence(const TokenisedText& text, const Line& line, std::size_t i);

/// Returns true for words between the moves that are not in braces.
bool is_stray(const Token& token, std::string_view text);

/// Returns the end of a note in a line of text: after the closing bracket, if it was opened in the score above, or
/// before the expected number and moves that end the line, `gwell na hyn. 8. d3 h6`. Returns nullopt if there is none.
std::optional<std::size_t> end_of_note(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns the end of the first moves of a game with a heading, including the note after them in a line of text, `1. e4
/// e5 (Camgymeriad sydd yn`; the first token of the line if there are none.
std::size_t end_of_first_moves(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns the number of tokens at the beginning of a line that belong to a move begun in the previous line: 2 in `to B
/// sq, P to QKt4` after `4. K`.
std::size_t length_of_tail(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns the end of the expected moves at the beginning of a line of text, if their number, White's move or a part of
/// a move ends the previous line: `Bb7 (Camgymeriad sydd yn` after `17. Cc1`. Returns the first token of the line if
/// there are none.
std::size_t end_of_due_moves(const TokenisedText& text, const Draft& draft, const Line& line);

/// Stores the result stated by text after the moves, "Siachmat, 1-0." or "Ildiodd Du.": symbols take precedence over
/// words, and the first over later ones.
void find_result(const TokenisedText& text, const Line& line, Draft& draft);

/// Returns the result stated in words at token `i` of a score line, `2. c4 e6 White resigned.`: the words must end
/// their line or sentence, or precede a note, because "Black wins" may be followed by "a pawn". "resigned" refers to
/// the side to move if it is alone, otherwise to the player named, by colour or in the heading; it is ignored if that
/// player is unknown.
std::optional<Token> result_behind_moves(const TokenisedText& text, const Draft& draft, const Line& line,
                                         std::size_t i);

/// Returns true if the words for a result at token `i`, directly after a move, end the game: a resignation, or the end
/// of a sentence. Moves after it are analysis.
bool ends_game(const TokenisedText& text, const Draft& draft, const Line& line, std::size_t i);

/// Returns true if the line, the first text after the moves, begins with words that end the game and state its result:
/// "Black resigns.", `4... resigns`.
bool is_last_line(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns the result stated in words after a line of play, up to byte `end`: "and White won", "Resigns", "and mate in
/// a few moves". `from` is the end of its last move.
std::optional<Token> result_behind(const TokenisedText& text, std::uint32_t from, std::uint32_t end);

/// Appends the result stated by a final comment, "Gwyn sy'n ennill.", "Nolan resigns.".
void add_result_in_comment(const TokenisedText& text, Draft& draft);

// Lines of play between the moves of a game that were not played: numbers distinguish them from the game.

/// Returns the end of a line of play that words introduce with a number already played, `Слабее 12…Крf7 13. Фd2`: at
/// the expected number if it recurs, `13. Лe1`, or begins a sentence, otherwise the end of the line. Also finds the end
/// of a remark that names a move before the expected number, `Yr oedd h3 yn well. 6. e4`. Returns `i` if no such line
/// begins at token `i`.
std::size_t end_of_analysis(const TokenisedText& text, const Draft& draft, const Line& line, std::size_t i);

/// Returns the token at which the expected number begins a sentence in a line that follows analysis; the first token of
/// the line if there is none.
std::size_t end_of_analysis_above(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns true for a move and its reply with the number of White's last move, before Black's: `12. C-1CD P-4CD`
/// between `12) R-2D` and `D×T`.
bool plays_last_move_again(const TokenisedText& text, const Draft& draft, const Line& line);

/// Returns true for the expected number after the result, with words between: analysis.
bool begins_discussion(const TokenisedText& text, const Draft& draft, std::size_t i);

/// Returns true for the first line of a paragraph that begins with a mark, `(a)` or `[1]`, found in the score above it:
/// a note, whose moves are not part of the game.
bool begins_footnote(const TokenisedText& text, const Draft& draft, const Line& line);

/// Finds a score in brackets within a sentence, `the Caro-Kann (1 e4, c6; 2 d4, d5) is sound`: only numbers from 1 on
/// and at least two moves, all legal from the initial position. Searches the brackets that the line opens from token
/// `next` on, and sets `next` to the token at which to continue.
std::optional<Draft> find_bracketed_score(const TokenisedText& text, const Line& line, std::size_t& next);

}  // namespace cofnod::importers::prose
