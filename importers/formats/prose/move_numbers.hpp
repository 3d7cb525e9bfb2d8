#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

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
RunOfMoves moves_from(const TokenisedText& text, std::size_t i, std::size_t end, std::size_t most = std::string_view::npos);

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

}  // namespace cofnod::importers::prose
