#pragma once

#include "game/camelot_game.hpp"
#include "game/chess_game.hpp"
#include "toy/game.hpp"

namespace cofnod {

/// In place of src/game/games.hpp: all that the program with the toy game says of it outside its folder.
using Games = GameList<ToyGame, CamelotGame, ChessGame>;

}  // namespace cofnod
