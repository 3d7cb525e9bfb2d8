#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "importers/formats/pgn/lexer.hpp"

/// Tokens that depend on those behind them. Call these functions when a token has been read: it is the last of the
/// game.
namespace cofnod::importers::pgn {

/// Joins a result or castling written with blanks, `1/2 - 1/2`, `1 - 0` or `O - O`, whose last part has been read.
void join_around_dash(LexedGame& game, std::string_view block);

/// True for the sign between the halves of a result: a dash or a colon.
bool joins_result(std::string_view word);

/// Takes a result at the end of a game that stands in brackets or other signs, `(1-0)`, `**0-1**`, `[½-½]`. Call behind
/// the last token.
void settle_framed_result(LexedGame& game, std::string_view block);

/// Turns a doubtful result, `+-`, into a NAG, or `½` into a comment: the game continues behind it.
void take_result_back(Token& result);

/// Takes back a doubtful result that another follows, or that is in a variation.
void settle_last_result(LexedGame& game, std::string_view block, bool in_variation);

/// The brackets that are open behind the last token.
class OpenBrackets {
public:
    /// Call with every token that is read.
    void take_last(const std::vector<Token>& tokens);

    /// Splits `[12... Qe7 ; 12... Qd6]` into two variations: at a semicolon before the number that the variation began
    /// with, which has been read.
    void split_variation(std::vector<Token>& tokens);

private:
    std::vector<std::size_t> tokens_;
};

}  // namespace cofnod::importers::pgn
