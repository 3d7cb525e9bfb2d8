#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/reason_forward.hpp"
#include "chess/bitboard.hpp"
#include "chess/piece.hpp"

namespace cofnod::chess {

/// An unvalidated position: pieces on a board and the rest of a FEN.
struct Setup {
    std::array<std::optional<Piece>, square_count> board{};
    Color turn = Color::white;
    Bitboard castling_rooks;           ///< the rooks that may still castle
    std::optional<Square> en_passant;  ///< the square that a pawn has just passed over by a double step
    std::uint16_t halfmove_clock = 0;  ///< plies since the last capture or pawn move
    std::uint16_t fullmove_number = 1;
};

/// Reason why a setup, or the FEN that describes it, is not a valid position.
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

/// A fault of the position itself, and the square concerned, if any.
struct SquareFault {
    SetupFault fault;
    std::optional<Square> square;
};

/// True if a pawn of the side not to move may just have made a double step over setup.en_passant.
bool explains_en_passant(const Setup& setup);

/// Returns the first violation of: one king and at most 16 pieces per side, no pawn on an outer rank, the side not to
/// move not in check. Castling rights and en passant are not checked here: see Position.
std::optional<SquareFault> fault_of(const Setup& setup);

}  // namespace cofnod::chess
