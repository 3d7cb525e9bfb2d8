#pragma once

#include "games/record/camelot_game.hpp"
#include "games/record/chess_game.hpp"

namespace cofnod {

/// Games known to this program. A text is assigned to the first that recognises it, otherwise to chess, the last.
using Games = GameList<CamelotGame, ChessGame>;

}  // namespace cofnod
