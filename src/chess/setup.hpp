#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/reason_forward.hpp"
#include "chess/bitboard.hpp"
#include "chess/piece.hpp"

namespace cofnod::chess {

/// What somebody put on a board, before the rules have looked at it.
struct Setup {
    std::array<std::optional<Piece>, square_count> board{};
    Color turn = Color::white;
    Bitboard castling_rooks;           ///< the rooks that may still castle
    std::optional<Square> en_passant;  ///< the square that a pawn has just passed over
    std::uint16_t halfmove_clock = 0;  ///< plies since the last capture or pawn move
    std::uint16_t fullmove_number = 1;
};

/// Why a setup, or the FEN that describes it, is no position.
enum class SetupFault : std::uint8_t {
    not_eight_ranks,
    rank_too_long,
    rank_too_short,
    bad_piece_letter,
    bad_turn,
    bad_castling,
    bad_en_passant,
    bad_number,
    text_after_end,
    no_king,
    several_kings,
    too_many_pieces,
    pawn_on_last_rank,
    opponent_in_check,
};

ProblemKind kind_of(SetupFault fault);

/// A fault of the position itself, and the square to point at where there is one.
struct SquareFault {
    SetupFault fault;
    std::optional<Square> square;
};

/// Whether a pawn of the side not to move may just have made a double step over setup.en_passant.
bool explains_en_passant(const Setup& setup);

/// Whether the rules can be applied to a setup: one king a side, at most 16 pieces a side, no pawn on an outer rank,
/// no king that could be captured. Castling rights and en passant are not judged here: see Position.
std::optional<SquareFault> fault_of(const Setup& setup);

}  // namespace cofnod::chess
