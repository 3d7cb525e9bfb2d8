#pragma once

#include "game/camelot_game.hpp"
#include "game/chess_game.hpp"

namespace cofnod {

/// The games of this program. Texts are taken for the first that recognises them, and for chess, the last, if none
/// does.
using Games = GameList<CamelotGame, ChessGame>;

}  // namespace cofnod
