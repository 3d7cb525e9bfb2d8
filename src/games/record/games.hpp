#pragma once

#include "games/record/camelot_game.hpp"
#include "games/record/chess_game.hpp"

namespace cofnod {

/// The games of this program. A text is assigned to the first that recognises it, and to chess, the last, if none does.
using Games = GameList<CamelotGame, ChessGame>;

}  // namespace cofnod
