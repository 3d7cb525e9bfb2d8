#pragma once

#include <string_view>

#include "importers/pgn/lexer.hpp"

/// Tokens that only those behind them explain. To be called when a token has been read: it is the last of the game.
namespace cofnod::importers::pgn {

bool is_dash(std::string_view word);

/// Makes one token of a result or of castling written with blanks, `1/2 - 1/2`, `1 - 0` or `O - O`, whose last part has
/// been read.
void join_around_dash(LexedGame& game, std::string_view block);

/// Makes two variations of `[12... Qe7 ; 12... Qd6]`: at a semicolon before the number that the variation began with,
/// which has been read.
void split_variation(LexedGame& game);

}  // namespace cofnod::importers::pgn
