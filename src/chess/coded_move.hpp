#pragma once

#include <optional>

#include "chess/castling.hpp"
#include "chess/move_code.hpp"
#include "chess/position.hpp"

namespace cofnod::chess::move_code {

/// Returns the move of a code (pack.hpp) for the piece on `from`, of the side to move; nullopt: there is none. The move
/// may be illegal. `read_square` returns that of a queen's diagonal move, std::optional<Square>.
template <typename SecondByte>
std::optional<Move> move_of(const Position& position, Piece piece, Square from, int code,
                            const SecondByte& read_square) {
    const auto castling = [&](CastlingSide side) -> std::optional<Move> {
        const auto rook = position.castling_rook(position.turn(), side);
        if (!rook) return std::nullopt;
        return Move::castling(position.king(position.turn()), *rook);
    };
    const Target target = targets[static_cast<std::size_t>(piece.index())][static_cast<std::size_t>(code)]
                                 [static_cast<std::size_t>(from.index())];
    switch (target) {
        case nowhere: return std::nullopt;
        case castles_king_side: return castling(CastlingSide::king_side);
        case castles_queen_side: return castling(CastlingSide::queen_side);
        case passes: return Move::null();
        case second_byte:
            if (const std::optional<Square> to = read_square()) return Move::ordinary(from, *to);
            return std::nullopt;
        default: break;
    }
    const Square to = Square::from_index(target & 63);
    if (target & promotion_to) return Move::promotion(from, to, promotion_role(code));
    const bool passing = piece.role == Role::pawn && from.file() != to.file() && !position.occupied().contains(to);
    return passing ? Move::en_passant(from, to) : Move::ordinary(from, to);
}

}  // namespace cofnod::chess::move_code
