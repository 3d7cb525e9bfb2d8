#include "chess/pack.hpp"

#include "chess/coded_move.hpp"
#include "chess/move_code.hpp"
#include "chess/movegen.hpp"

namespace cofnod::chess {

void Packer::push(const Position& before, Move move) {
    push(before, move.is_null() ? Role::king : before.piece_at(move.from())->role, move);
}

void Packer::grow() { bytes_.resize(2 * bytes_.size()); }

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
    const auto from = numbers_.find(position_, byte >> 4);
    if (!from) return std::nullopt;
    return move_code::move_of(position_, *position_.piece_at(*from), *from, byte & 15,
                              [&] { return read_diagonal(*from); });
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
