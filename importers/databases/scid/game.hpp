#pragma once

#include <string>
#include <string_view>

#include "games/record/record.hpp"
#include "importers/databases/base.hpp"

namespace cofnod::importers::databases::scid {

/// Returns a text in UTF-8, converting it from `charset` if it is not valid UTF-8.
std::string text_of(std::string_view bytes, const Charset& charset);

/// Reads a record of the file of moves into a game that has its tags from the index: more tags, start, moves,
/// variations, comments. Unreadable parts become problems of the game.
void read_game(std::string_view bytes, const Charset& charset, const BaseOptions& options, GameRecord& game);

}  // namespace cofnod::importers::databases::scid
