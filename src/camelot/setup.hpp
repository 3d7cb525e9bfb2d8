#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/reason_forward.hpp"
#include "camelot/board.hpp"

namespace cofnod::camelot {

/// What somebody put on a board, before the rules have looked at it.
struct Setup {
    const Board* board = &boards::camelot;
    std::array<Bitboard, piece_count> pieces;  ///< by Piece::index(); no square in two of them, none outside the board
    Color turn = Color::white;
    std::array<std::uint8_t, 2> castle_moves{};  ///< by colour: used so far in the game
};

/// Why a setup, or the text that describes it, is no position.
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

/// A fault of the position itself, and the square to point at where there is one.
struct SquareFault {
    SetupFault fault;
    std::optional<Square> square;
};

/// Whether the rules can be applied: some piece, no more a side than at the start, at most one in its own castle (it
/// came by a jump and must leave at once), at most two castle moves a side.
std::optional<SquareFault> fault_of(const Setup& setup);

}  // namespace cofnod::camelot
