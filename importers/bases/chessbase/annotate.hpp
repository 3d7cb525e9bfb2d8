#pragma once

#include <string_view>

#include "importers/bases/chessbase/header.hpp"
#include "importers/bases/chessbase/moves.hpp"
#include "importers/bases/chessbase/texts.hpp"

namespace cofnod::importers::bases::chessbase {

/// Adds variations and notes to a game whose main line has been read. `block`: of the file of notes, empty if it has
/// none. What is no text becomes a command in a comment, as ChessBase writes it in PGN: `[%csl Gd4]`.
void annotate(const RecordedMoves& moves, std::string_view block, const Header& header, const Texts& texts,
              const Limits& limits, GameRecord& game);

}  // namespace cofnod::importers::bases::chessbase
