#pragma once

#include "importers/bases/chessbase/header.hpp"
#include "importers/bases/chessbase/moves.hpp"
#include "importers/bases/chessbase/notes.hpp"
#include "importers/bases/chessbase/texts.hpp"

namespace cofnod::importers::bases::chessbase {

/// Adds variations and notes to a game whose main line has been read. What is no text becomes a command in a comment,
/// as ChessBase writes it in PGN: `[%csl Gd4]`. Notes of moves that were not read follow all others.
void annotate(const RecordedMoves& moves, Notes notes, const Header& header, const Texts& texts, const Limits& limits,
              GameRecord& game);

}  // namespace cofnod::importers::bases::chessbase
