#include "importers/databases/chessbase/pieces.hpp"

#include <array>
#include <bit>

#include "games/chess/fen.hpp"
#include "games/chess/position.hpp"
#include "importers/databases/record.hpp"

namespace cofnod::importers::databases::chessbase {

using chess::Move;
using chess::Piece;
using chess::Role;
using chess::Square;

namespace {

/// Returns the index of the lowest byte of a number that equals `value`; 8 if there is none. `each` has a 1 in every
/// byte to search.
unsigned find_byte(std::uint64_t bytes, std::uint64_t value, std::uint64_t each) {
    const std::uint64_t differences = bytes ^ value * each;
    const std::uint64_t zeros = (differences - each) & ~differences & each << 7;  // only its lowest set bit is reliable
    return static_cast<unsigned>(std::countr_zero(zeros)) / 8;
}

std::uint64_t index_of(Square square) { return static_cast<std::uint64_t>(square.index()); }

}  // namespace

Pieces::Pieces(const chess::Position& start, bool is_reversed) {
    static const std::array usual = {numbered(chess::Position::initial(), false),
                                     numbered(chess::Position::initial(), true)};
    *this = start == chess::Position::initial() ? usual[is_reversed ? 1 : 0] : numbered(start, is_reversed);
}

Pieces Pieces::numbered(const chess::Position& start, bool is_reversed) {
    Pieces pieces;
    for (int i = 0; i < chess::square_count; ++i) {
        const Square square = square_of(is_reversed ? chess::square_count - 1 - i : i);
        if (const auto piece = start.piece_at(square)) pieces.add(*piece, square);
    }
    return pieces;
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
    const unsigned free = find_byte(squares, none, each);
    if (free < (piece.role == Role::pawn ? pawns : most_of_role)) squares ^= (none ^ index_of(square)) << 8 * free;
}

void Pieces::remove(Piece piece, Square square) {
    Squares& squares = of(piece);
    const unsigned found = find_byte(squares, index_of(square), each);
    if (found == pawns) return;
    if (piece.role == Role::pawn) {
        squares ^= (none ^ index_of(square)) << 8 * found;
        return;
    }
    const Squares before = (Squares{1} << 8 * found) - 1;
    squares = (squares & before) | (squares >> 8 & ~before) | none << 56;
}

void Pieces::relocate(Piece piece, Square from, Square to) {
    Squares& squares = of(piece);
    const unsigned found = find_byte(squares, index_of(from), each);
    if (found < pawns) squares ^= (index_of(from) ^ index_of(to)) << 8 * found;
}

}  // namespace cofnod::importers::databases::chessbase
