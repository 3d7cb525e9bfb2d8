#pragma once

#include <iosfwd>

#include "game/recorded_game.hpp"
#include "terminal/streams.hpp"

namespace cofnod::notation {
class Language;
}

namespace cofnod::terminal {

struct BoardView {
    bool flip = false;   ///< from Black's side
    bool ascii = false;  ///< plain letters for the pieces, and a frame of - and |
};

/// Prints a board for a terminal; `last`: a ply whose squares are marked, or nullptr. Specialised by each game.
template <RecordedGame G>
void print_board(std::ostream& out, const Terminal& terminal, const typename G::Position& position,
                 const notation::Language& language, const BoardView& view, const typename G::Ply* last);

}  // namespace cofnod::terminal
