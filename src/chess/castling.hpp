#pragma once

#include <cstdint>
#include <optional>

#include "chess/bitboard.hpp"
#include "chess/move.hpp"
#include "chess/square.hpp"

namespace cofnod::chess {

class Position;

enum class CastlingSide : std::uint8_t { king_side, queen_side };

/// Squares of king and rook before and after castling. The target files are always g and f, or c and d.
struct Castling {
    Square king_from, king_to;
    Square rook_from, rook_to;

    /// Requires a move of kind castling.
    static constexpr Castling of(Move move) {
        const bool king_side = move.to() > move.from();
        const Rank rank = move.from().rank();
        return {move.from(), Square::of(king_side ? File::g : File::c, rank),  //
                move.to(), Square::of(king_side ? File::f : File::d, rank)};
    }
};

/// Squares that king and rook leave, cross or reach; they must be free of other pieces.
Bitboard castling_path(const Castling& castling);

enum class CastlingFault : std::uint8_t { no_right, blocked, in_check, through_check };

struct CastlingJudgement {
    std::optional<CastlingFault> fault;  ///< nullopt: castling is legal
    Move move{};
    std::optional<Square> square;  ///< the blocking piece, or the attacked square
};

/// Checks whether the side to move may castle: FIDE Laws 3.8.2; Chess960 by Guidelines II of the Laws.
CastlingJudgement judge_castling(const Position& position, CastlingSide side);

}  // namespace cofnod::chess
