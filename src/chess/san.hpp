#pragma once

#include "chess/position.hpp"
#include "notation/reading.hpp"

namespace cofnod::chess {

/// What standard algebraic notation must write for a legal move, and no more: the file it comes from where two pieces
/// of its role could go there (else the rank, else both), pinned pieces not counted; a pawn's file when it captures.
/// Letters and signs are the language's: notation/write_move.
notation::Reading san_reading(const Position& position, Move move);

/// The mark behind the move that led here: none, check or mate.
notation::CheckMark check_mark(const Position& after);

}  // namespace cofnod::chess
