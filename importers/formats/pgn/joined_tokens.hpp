#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "importers/formats/pgn/lexer.hpp"

/// Tokens that only those behind them explain. To be called when a token has been read: it is the last of the game.
namespace cofnod::importers::pgn {

/// Makes one token of a result or of castling written with blanks, `1/2 - 1/2`, `1 - 0` or `O - O`, whose last part has
/// been read.
void join_around_dash(LexedGame& game, std::string_view block);

/// Makes a NAG of a doubtful result, `+-`, or a comment of `½`: the game goes on behind it.
void take_result_back(Token& result);

/// Of a doubtful result that another follows, or that stands in a variation.
void settle_last_result(LexedGame& game, std::string_view block, bool in_variation);

/// The brackets that are open behind the last token.
class OpenBrackets {
public:
    /// To be called with every token that is read.
    void take_last(const std::vector<Token>& tokens);

    /// Makes two variations of `[12... Qe7 ; 12... Qd6]`: at a semicolon before the number that the variation began
    /// with, which has been read.
    void split_variation(std::vector<Token>& tokens);

private:
    std::vector<std::size_t> tokens_;
};

}  // namespace cofnod::importers::pgn
