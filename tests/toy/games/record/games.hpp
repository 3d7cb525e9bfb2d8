#pragma once

#include "games/record/camelot_game.hpp"
#include "games/record/chess_game.hpp"
#include "toy/game.hpp"

namespace cofnod {

/// In place of src/games/record/games.hpp: all that the program with the toy game says of it outside its folder.
using Games = GameList<ToyGame, CamelotGame, ChessGame>;

}  // namespace cofnod
