#include "games/chess/pack.hpp"

#include "games/chess/movegen.hpp"

namespace cofnod::chess::move_code {

namespace {

constexpr int file_of(int index) { return index & 7; }
constexpr int rank_of(int index) { return index >> 3; }
constexpr int distance(int a, int b) { return a < b ? b - a : a - b; }

constexpr Target square_target(int file, int rank, int from) {
    if (file < 0 || file > 7 || rank < 0 || rank > 7 || rank * 8 + file == from) return nowhere;
    return static_cast<Target>(rank * 8 + file);
}

/// Returns the target of an index step; nowhere if it wraps around an edge of the board.
constexpr Target step_target(int from, int step, int reach) {
    const int to = from + step;
    if (to < 0 || to > 63 || distance(file_of(from), file_of(to)) > reach) return nowhere;
    return static_cast<Target>(to);
}

constexpr Target pawn_target(Color color, int code, int from) {
    const int up = forward(color);
    const Rank rank = relative(color, static_cast<Rank>(rank_of(from)));
    if (rank == Rank::r1 || rank == Rank::r8) return nowhere;
    if (code == double_step) return rank == Rank::r2 ? static_cast<Target>(from + 2 * up) : nowhere;
    const bool promotes = code % 5 != 0;
    if (promotes != (rank == Rank::r7)) return nowhere;
    const Target to = step_target(from, up + code / 5 - 1, 1);
    return to == nowhere || !promotes ? to : static_cast<Target>(promotion_to | to);
}

constexpr Target bishop_target(int code, int from) {
    const int right = (code & 7) - file_of(from);
    return square_target(code & 7, rank_of(from) + (code < 8 ? right : -right), from);
}

constexpr Target rook_target(int code, int from) {
    return code < 8 ? square_target(code, rank_of(from), from) : square_target(file_of(from), code - 8, from);
}

constexpr Target king_target(int code, int from) {
    switch (code) {
        case castle_king_side: return castles_king_side;
        case castle_queen_side: return castles_queen_side;
        case null_move: return passes;
        default: return code < 8 ? step_target(from, detail::king_steps[static_cast<std::size_t>(code)], 1) : nowhere;
    }
}

constexpr Target target_of(Piece piece, int code, int from) {
    switch (piece.role) {
        case Role::pawn: return pawn_target(piece.color, code, from);
        case Role::knight:
            return code < 8 ? step_target(from, detail::knight_steps[static_cast<std::size_t>(code)], 2) : nowhere;
        case Role::bishop: return bishop_target(code, from);
        case Role::rook: return rook_target(code, from);
        case Role::queen: return code == file_of(from) ? second_byte : rook_target(code, from);
        case Role::king: return king_target(code, from);
    }
    return nowhere;
}

constexpr Targets make_targets() {
    Targets all{};
    for (std::size_t piece = 0; piece < all.size(); ++piece)
        for (std::size_t code = 0; code < 16; ++code)
            for (std::size_t from = 0; from < 64; ++from)
                all[piece][code][from] = piece == piece_count
                                             ? nowhere
                                             : target_of(Piece::from_index(static_cast<int>(piece)),
                                                         static_cast<int>(code), static_cast<int>(from));
    return all;
}

}  // namespace

constinit const Targets targets = make_targets();

}  // namespace cofnod::chess::move_code

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
