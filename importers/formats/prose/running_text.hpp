#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"

namespace cofnod::importers::prose {

/// The number of a move, and whose move it is.
struct MoveNumber {
    std::uint32_t number;
    bool is_black;
    bool operator==(const MoveNumber&) const = default;
};

/// Returns the number in token `i` and whose move it is: `4...`, or `4.  ...` with dots in White's column, is Black's.
MoveNumber number_at(const TokenisedText& text, std::size_t i);

/// Returns the number in a token.
MoveNumber number_of(const Token& number, std::string_view text);

/// True if token `i` is a number and the next one a move.
bool is_numbered_move(const TokenisedText& text, std::size_t i);

/// True for a move number that can begin a game: `1.`, not `1...`.
bool is_first_number(const Token& token, std::string_view text);

/// Returns the number of the draft's next move; nullopt where its moves have no numbers.
std::optional<MoveNumber> due_number(const TokenisedText& text, const Draft& draft);

/// Returns the number of the next move behind a score that is complete; nullopt where its moves have no numbers.
std::optional<MoveNumber> due_at_end(const TokenisedText& text, std::span<const Token> tokens);

/// True if tokens `i` and `i + 1` are the number that is due and a move.
bool is_due(const TokenisedText& text, const Draft& draft, std::size_t i);

/// True for `3. h3 a move which loses time in the opening`: the number is the one that is due, and the next number
/// continues from there, or the result follows, in words too. (If the number occurs again, `3. h3` is only what might
/// have been played.)
bool begins_with_due_move(const TokenisedText& text, const Draft& draft, const Line& line);

/// True for `1. e4 e5 2. Nf3` behind a result or below an empty line: another game rather than analysis of the one
/// above.
bool begins_with_first_two(const TokenisedText& text, const Draft& draft, const Line& line);

/// Moves that stand directly one behind the other.
struct RunOfMoves {
    std::size_t end;    ///< the token behind them
    std::size_t count;  ///< of moves
};

/// Returns the moves from token `i` on, at most so many, that begin before token `end`.
RunOfMoves moves_from(const TokenisedText& text, std::size_t i, std::size_t end,
                      std::size_t most = std::string_view::npos);

/// Calls `take(i, length)` for each token of the main line, once for a move, until it returns false. `length`: of the
/// move that begins there, 0: none does.
template <typename Take>
void for_each_of_main_line(const TokenisedText& text, std::span<const Token> tokens, Take take) {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        depth += tokens[i].kind == Token::Kind::open;
        depth -= tokens[i].kind == Token::Kind::close && depth > 0;
        if (depth > 0) continue;
        const std::size_t length = text.spotter.move_length(text.bytes, tokens, i);
        if (!take(i, length)) return;
        i += length > 0 ? length - 1 : 0;
    }
}

/// Returns the number of moves in tokens [begin, end), variations excluded.
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

// Lines of play between the moves of a game that were not played: the numbers tell them from the game.

/// Returns the end of a line of play that words introduce with a number which has been played, `Слабее 12…Крf7 13.
/// Фd2`: where the number that is due comes again, `13. Лe1`, or begins a sentence, or else the end of the line; or the
/// end of a remark that names a move before the number that is due, `Yr oedd h3 yn well. 6. e4`. `i`: token `i` begins
/// none.
std::size_t end_of_analysis(const TokenisedText& text, const Draft& draft, const Line& line, std::size_t i);

/// Returns where the number that is due begins a sentence of a line, below one that ended in analysis; its first
/// token: nowhere.
std::size_t end_of_analysis_above(const TokenisedText& text, const Draft& draft, const Line& line);

/// True for a move and its reply with the number of White's last move, above Black's: `12. C-1CD P-4CD` between
/// `12) R-2D` and `D×T`.
bool plays_last_move_again(const TokenisedText& text, const Draft& draft, const Line& line);

/// True for the number that is due behind the result, with words between: analysis.
bool begins_discussion(const TokenisedText& text, const Draft& draft, std::size_t i);

/// True for the first line of a paragraph that begins with a mark, `(a)` or `[1]`, which stands in the score above it:
/// a note, the moves of which are not the game's.
bool begins_footnote(const TokenisedText& text, const Draft& draft, const Line& line);

/// Finds a score in brackets among the words of a sentence, `the Caro-Kann (1 e4, c6; 2 d4, d5) is sound`: nothing but
/// numbers from 1 on and moves, two at least, all legal from the initial position. Looks at the brackets
/// that the line opens from token `next` on, and sets `next` to the token where to go on.
std::optional<Draft> find_bracketed_score(const TokenisedText& text, const Line& line, std::size_t& next);

/// True if the line has moves outside brackets.
bool has_open_moves(const TokenisedText& text, const Line& line);

}  // namespace cofnod::importers::prose
