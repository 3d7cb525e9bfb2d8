#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/reason_forward.hpp"
#include "camelot/board.hpp"

namespace cofnod::camelot {

/// An unvalidated position: pieces on a board, side to move and castle moves used.
struct Setup {
    const Board* board = &boards::camelot;
    std::array<Bitboard, piece_count> pieces;  ///< by Piece::index(); disjoint, and within the board
    Color turn = Color::white;
    std::array<std::uint8_t, 2> castle_moves{};  ///< by colour: castle moves used so far
};

/// Reason why a setup, or the text that describes it, is not a valid position.
enum class SetupFault : std::uint8_t {
    wrong_rank_count,
    rank_too_long,
    rank_too_short,
    bad_piece_letter,
    wrong_shape,
    bad_turn,
    bad_castle_moves,
    text_after_end,
    no_pieces,
    too_many_pieces,
    several_in_own_castle,
};

ProblemKind kind_of(SetupFault fault);

/// A fault of the position itself, and the square concerned, if any.
struct SquareFault {
    SetupFault fault;
    std::optional<Square> square;
};

/// Returns the first violation of: at least one piece, no more per side than at the start, at most one in its own
/// castle (it came by a jump and must leave at once), at most two castle moves per side.
std::optional<SquareFault> fault_of(const Setup& setup);

}  // namespace cofnod::camelot
