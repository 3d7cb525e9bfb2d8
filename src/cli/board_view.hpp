#pragma once

#include <iosfwd>
#include <optional>

#include "chess/position.hpp"
#include "cli/streams.hpp"
#include "notation/language.hpp"

namespace cofnod::cli {

struct BoardView {
    bool flip = false;                ///< Black below
    bool ascii = false;               ///< letters of FEN and a frame of - and |
    std::optional<chess::Move> last;  ///< its squares are marked
};

/// A board for a terminal, with the files and ranks as the notation names them. White's right corner is light in every
/// language; what is not mirrored is the board.
///
///       ┌────────────────────────┐
///     8 │ ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜ │
///     7 │ ♟  ♟  ♟  ♟     ♟  ♟  ♟ │
///     ...
///       └────────────────────────┘
///         a  b  c  d  e  f  g  h
void print_board(std::ostream& out, const Terminal& terminal, const chess::Position& position,
                 const notation::Language& language, const BoardView& view);

}  // namespace cofnod::cli
