#pragma once

#include <string_view>

#include "importers/bases/base.hpp"

namespace cofnod::importers::bases::scid {

/// Reads a record of the file of moves into a game that has its tags from the index: more tags, start, moves,
/// variations, comments. What cannot be read becomes problems of the game.
void read_game(std::string_view bytes, const Charset& charset, const BaseOptions& options, GameRecord& game);

}  // namespace cofnod::importers::bases::scid
