#include "importers/bases/scid/pieces.hpp"

#include <utility>

namespace cofnod::importers::bases::scid {

using chess::Color;
using chess::Square;

namespace {

/// True for the position that is stored without a FEN, whose pieces are numbered a1 b1 ... h1, then the pawns.
bool is_usual_start(const chess::Position& start) { return start == chess::Position::initial(); }

}  // namespace

Pieces::Pieces(const chess::Position& start) {
    for (int i = 0; i < chess::square_count; ++i) {
        // A FEN goes from a8 to h8, then a7: the order of an ordinary game is its own, e1 first.
        const Square square = Square::from_index(i ^ 56);
        const auto piece = start.piece_at(square);
        if (!piece || is_usual_start(start)) continue;
        add(sides_[static_cast<std::size_t>(piece->color)], square, piece->role == chess::Role::king);
    }
    if (!is_usual_start(start)) return;
    static constexpr std::array<int, 8> files = {4, 0, 1, 2, 3, 5, 6, 7};
    for (const auto [side, pieces, pawns] : {std::array{0, 0, 8}, std::array{1, 56, 48}}) {
        for (const int file : files)
            add(sides_[static_cast<std::size_t>(side)], Square::from_index(pieces + file), false);
        for (int file = 0; file < 8; ++file)
            add(sides_[static_cast<std::size_t>(side)], Square::from_index(pawns + file), false);
    }
}

std::optional<Square> Pieces::find(Color color, int number) const {
    const Side& side = sides_[static_cast<std::size_t>(color)];
    if (number >= side.count) return std::nullopt;
    return Square::from_index(side.squares[static_cast<std::size_t>(number)]);
}

void Pieces::play(const chess::Position& before, chess::Move played) {
    if (played.is_null()) return;
    Side& us = sides_[static_cast<std::size_t>(before.turn())];
    Side& them = sides_[1 - static_cast<std::size_t>(before.turn())];
    if (played.kind() == chess::Move::Kind::castling) {
        const chess::Castling castling = chess::Castling::of(played);
        const std::uint8_t rook = numbers_[static_cast<std::size_t>(castling.rook_from.index())];
        move(us, castling.king_from, castling.king_to);
        us.squares[rook] = static_cast<std::uint8_t>(castling.rook_to.index());
        numbers_[static_cast<std::size_t>(castling.rook_to.index())] = rook;
        return;
    }
    if (played.kind() == chess::Move::Kind::en_passant)
        remove(them, Square::of(played.to().file(), played.from().rank()));
    else if (before.occupied().contains(played.to()))
        remove(them, played.to());
    move(us, played.from(), played.to());
}

void Pieces::add(Side& side, Square square, bool is_king) {
    int number = side.count++;
    if (is_king && number > 0) {  // what has number 0 goes to the end
        const std::uint8_t first = side.squares[0];
        side.squares[static_cast<std::size_t>(number)] = first;
        numbers_[first] = static_cast<std::uint8_t>(number);
        number = 0;
    }
    side.squares[static_cast<std::size_t>(number)] = static_cast<std::uint8_t>(square.index());
    numbers_[static_cast<std::size_t>(square.index())] = static_cast<std::uint8_t>(number);
}

void Pieces::move(Side& side, Square from, Square to) {
    const std::uint8_t number = numbers_[static_cast<std::size_t>(from.index())];
    side.squares[number] = static_cast<std::uint8_t>(to.index());
    numbers_[static_cast<std::size_t>(to.index())] = number;
}

void Pieces::remove(Side& side, Square square) {
    const std::uint8_t number = numbers_[static_cast<std::size_t>(square.index())];
    const std::uint8_t last = side.squares[static_cast<std::size_t>(--side.count)];
    side.squares[number] = last;
    numbers_[last] = number;
}

}  // namespace cofnod::importers::bases::scid
