#pragma once

#include "chess/position.hpp"
#include "notation/reading.hpp"

namespace cofnod::chess {

/// Returns the minimal standard algebraic notation (SAN) of a legal move: if several pieces of its role can go there,
/// the file (otherwise the rank, otherwise both), pinned pieces excluded; a pawn's file when it captures. Letters and
/// signs depend on the language: see notation/write_move.
notation::Reading san_reading(const Position& position, Move move);

/// Returns the mark of the move that led to this position: none, check or mate.
notation::CheckMark check_mark(const Position& after);

}  // namespace cofnod::chess
