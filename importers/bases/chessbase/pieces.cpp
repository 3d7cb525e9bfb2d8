#include "importers/bases/chessbase/pieces.hpp"

#include <algorithm>

namespace cofnod::importers::bases::chessbase {

using chess::Move;
using chess::Piece;
using chess::Role;
using chess::Square;

Pieces::Pieces(const chess::Position& start, bool is_reversed) {
    for (Squares& squares : squares_) squares.fill(none);
    for (int i = 0; i < chess::square_count; ++i) {
        const Square square = square_of(is_reversed ? chess::square_count - 1 - i : i);
        if (const auto piece = start.piece_at(square)) add(*piece, square);
    }
}

std::optional<Square> Pieces::find(chess::Color color, Role role, int number) const {
    const Squares& squares = squares_[static_cast<std::size_t>(Piece{color, role}.index())];
    const std::uint8_t square = squares[static_cast<std::size_t>(number)];
    if (square == none) return std::nullopt;
    return Square::from_index(square);
}

void Pieces::play(const chess::Position& before, Move move) {
    if (move.is_null()) return;
    const chess::Color us = before.turn();
    if (move.kind() == Move::Kind::castling) {
        const chess::Castling castling = chess::Castling::of(move);
        relocate({us, Role::king}, castling.king_from, castling.king_to);
        return relocate({us, Role::rook}, castling.rook_from, castling.rook_to);
    }
    if (move.kind() == Move::Kind::en_passant)
        remove({!us, Role::pawn}, Square::of(move.to().file(), move.from().rank()));
    else if (const auto captured = before.piece_at(move.to()))
        remove(*captured, move.to());
    const Piece piece = *before.piece_at(move.from());
    if (move.kind() != Move::Kind::promotion) return relocate(piece, move.from(), move.to());
    remove(piece, move.from());
    add({us, move.promotion_role()}, move.to());
}

void Pieces::add(Piece piece, Square square) {
    Squares& squares = of(piece);
    const std::size_t most = piece.role == Role::pawn ? pawns : most_of_role;
    const auto free = std::find(squares.begin(), squares.begin() + most, none);
    if (free != squares.begin() + most) *free = static_cast<std::uint8_t>(square.index());
}

void Pieces::remove(Piece piece, Square square) {
    Squares& squares = of(piece);
    const auto found = std::ranges::find(squares, static_cast<std::uint8_t>(square.index()));
    if (found == squares.end()) return;
    *found = none;
    if (piece.role != Role::pawn) std::rotate(found, found + 1, squares.end());
}

void Pieces::relocate(Piece piece, Square from, Square to) {
    Squares& squares = of(piece);
    const auto found = std::ranges::find(squares, static_cast<std::uint8_t>(from.index()));
    if (found != squares.end()) *found = static_cast<std::uint8_t>(to.index());
}

}  // namespace cofnod::importers::bases::chessbase
