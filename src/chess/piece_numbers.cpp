#include "chess/piece_numbers.hpp"

namespace cofnod::chess {

PieceNumbers::PieceNumbers(const Position& start) {
    for (const Color color : {Color::white, Color::black}) {
        squares_[static_cast<std::size_t>(color)].fill(square_count);
        int number = 0;
        for (const Square square : start.pieces(color)) move_number(color, number++, square);
    }
}

std::optional<Square> PieceNumbers::find(const Position& position, int number) const {
    const int index = squares_[static_cast<std::size_t>(position.turn())][static_cast<std::size_t>(number)];
    if (index == square_count) return std::nullopt;
    // Captures are not recorded: the last square of a captured piece is empty, an enemy's, or has another number.
    const Square square = Square::from_index(index);
    if (!position.pieces(position.turn()).contains(square) || number_at(square) != number) return std::nullopt;
    return square;
}

void PieceNumbers::play(const Position& before, Move move) {
    const Color us = before.turn();
    if (move.is_null()) return;
    if (move.kind() != Move::Kind::castling) return move_number(us, number_at(move.from()), move.to());

    const Castling castling = Castling::of(move);
    const int king = number_at(castling.king_from);
    const int rook = number_at(castling.rook_from);
    move_number(us, king, castling.king_to);
    move_number(us, rook, castling.rook_to);
}

void PieceNumbers::move_number(Color color, int number, Square to) {
    numbers_[static_cast<std::size_t>(to.index())] = static_cast<std::uint8_t>(number);
    squares_[static_cast<std::size_t>(color)][static_cast<std::size_t>(number)] = static_cast<std::uint8_t>(to.index());
}

}  // namespace cofnod::chess
