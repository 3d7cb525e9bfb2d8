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

void PieceNumbers::castle(Color color, const Castling& castling) {
    const int king = number_at(castling.king_from);
    const int rook = number_at(castling.rook_from);
    move_number(color, king, castling.king_to);
    move_number(color, rook, castling.rook_to);
}

}  // namespace cofnod::chess
