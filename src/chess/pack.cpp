#include "chess/pack.hpp"

#include "chess/move_code.hpp"
#include "chess/movegen.hpp"

namespace cofnod::chess {
namespace {

/// Returns the move to a square, its kind derived from the board.
Move move_to(const Position& position, Piece piece, Square from, Square to) {
    const bool passing = piece.role == Role::pawn && from.file() != to.file() && !position.occupied().contains(to);
    return passing ? Move::en_passant(from, to) : Move::ordinary(from, to);
}

std::optional<Move> castling(const Position& position, CastlingSide side) {
    const auto rook = position.castling_rook(position.turn(), side);
    if (!rook) return std::nullopt;
    return Move::castling(position.king(position.turn()), *rook);
}

}  // namespace

void Packer::push(const Position& before, Move move) {
    const Square from = move.is_null() ? before.king(before.turn()) : move.from();
    const auto [code, has_second_byte] = move_code::of(before.turn(), before.piece_at(from)->role, move);
    bytes_.push_back(static_cast<char>(numbers_.number_at(from) << 4 | code));
    if (has_second_byte) bytes_.push_back(static_cast<char>(move.to().index()));
    numbers_.play(before, move);
}

std::optional<Move> Unpacker::next() {
    const auto move = read();
    if (move) play(*move);
    return move;
}

std::optional<Move> Unpacker::read() {
    if (damaged_ || at_ == bytes_.size()) return std::nullopt;
    const auto move = read_move();
    damaged_ = !move || !is_legal(position_, *move);
    if (damaged_) return std::nullopt;
    return move;
}

void Unpacker::play(Move move) {
    numbers_.play(position_, move);
    position_.play(move);
}

std::optional<Move> Unpacker::read_move() {
    const auto byte = static_cast<unsigned char>(bytes_[at_++]);
    const int code = byte & 15;
    const auto from = numbers_.find(position_, byte >> 4);
    if (!from) return std::nullopt;
    const Piece piece = *position_.piece_at(*from);
    const auto target = move_code::targets[static_cast<std::size_t>(piece.index())][static_cast<std::size_t>(code)]
                                          [static_cast<std::size_t>(from->index())];
    const Square square = Square::from_index(target & 63);
    switch (target) {
        case move_code::nowhere: return std::nullopt;
        case move_code::castles_king_side: return castling(position_, CastlingSide::king_side);
        case move_code::castles_queen_side: return castling(position_, CastlingSide::queen_side);
        case move_code::passes: return Move::null();
        case move_code::second_byte:
            if (const auto to = read_diagonal(*from)) return Move::ordinary(*from, *to);
            return std::nullopt;
        default: break;
    }
    if (target & move_code::promotion_to) return Move::promotion(*from, square, move_code::promotion_role(code));
    return move_to(position_, piece, *from, square);
}

std::optional<Square> Unpacker::read_diagonal(Square from) {
    if (at_ == bytes_.size()) return std::nullopt;
    const auto byte = static_cast<unsigned char>(bytes_[at_++]);
    if (byte >= square_count) return std::nullopt;
    const Square to = Square::from_index(byte);
    // The encoding is unique: moves along ranks and files have no second byte.
    if (!attacks::bishop_rays(from).contains(to)) return std::nullopt;
    return to;
}

}  // namespace cofnod::chess
