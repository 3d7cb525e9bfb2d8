#pragma once

#include <cstdint>
#include <optional>

#include "chess/bitboard.hpp"
#include "chess/move.hpp"
#include "chess/square.hpp"

namespace cofnod::chess {

class Position;

enum class CastlingSide : std::uint8_t { king_side, queen_side };

/// Where king and rook stand before and after castling. Afterwards it is always g and f, or c and d.
struct Castling {
    Square king_from, king_to;
    Square rook_from, rook_to;

    /// Of a move of kind castling.
    static constexpr Castling of(Move move) {
        const bool king_side = move.to() > move.from();
        const Rank rank = move.from().rank();
        return {move.from(), Square::of(king_side ? File::g : File::c, rank),  //
                move.to(), Square::of(king_side ? File::f : File::d, rank)};
    }
};

/// The squares that king and rook cross or come to, and those they leave: nothing else may stand there.
Bitboard castling_path(const Castling& castling);

enum class CastlingFault : std::uint8_t { no_right, blocked, in_check, through_check };

struct CastlingJudgement {
    std::optional<CastlingFault> fault;  ///< nullopt: legal, and `move` is it
    Move move{};
    std::optional<Square> square;  ///< what stands in the way, or which square is attacked
};

/// Whether the side to move may castle; FIDE 3.8.2, and Chess960 by FIDE's Guidelines II.
CastlingJudgement judge_castling(const Position& position, CastlingSide side);

}  // namespace cofnod::chess
