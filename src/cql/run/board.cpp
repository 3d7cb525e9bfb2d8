#include "cql/run/board.hpp"

#include "games/chess/position.hpp"

namespace cofnod::cql {

using chess::Move;

Square to_square(Move move) {
    return move.kind() == Move::Kind::castling ? chess::Castling::of(move).king_to : move.to();
}

Bitboard Snapshot::captured_by(Move next) const {
    switch (next.kind()) {
        case Move::Kind::null_move:
        case Move::Kind::castling: return {};
        case Move::Kind::en_passant: return Square::from_index(next.to().index() - chess::forward(turn));
        case Move::Kind::ordinary:
        case Move::Kind::promotion: return Bitboard(next.to()) & board.of(PieceSets::occupied);
    }
    return {};
}

Snapshot Snapshot::after(Move next) const {
    Snapshot result = *this;
    result.move = next;
    result.turn = !turn;
    result.passed = 0;
    if (next.is_null()) return result;
    if (next.kind() == Move::Kind::castling) {
        const auto squares = chess::Castling::of(next);
        const int king = chess::Piece{turn, Role::king}.index();
        const int rook = chess::Piece{turn, Role::rook}.index();
        result.board.lift(king, squares.king_from);
        result.board.lift(rook, squares.rook_from);
        result.board.put(king, squares.king_to);
        result.board.put(rook, squares.rook_to);
        result.castling_rooks &= ~board.of(turn);
        return result;
    }
    const int mover = board.kind_at(next.from());
    for (const Square victim : captured_by(next)) result.board.lift(board.kind_at(victim), victim);
    result.board.lift(mover, next.from());
    const bool promotes = next.kind() == Move::Kind::promotion;
    result.board.put(promotes ? chess::Piece{turn, next.promotion_role()}.index() : mover, next.to());
    result.castling_rooks &= ~(Bitboard(next.from()) | next.to());
    if (mover == chess::Piece{turn, Role::king}.index()) result.castling_rooks &= ~board.of(turn);
    return result;
}

namespace {

constexpr std::uint64_t not_a = 0xFEFEFEFEFEFEFEFEULL;
constexpr std::uint64_t not_h = 0x7F7F7F7F7F7F7F7FULL;

/// Returns all squares above, on the same files.
constexpr std::uint64_t above(std::uint64_t bits) {
    bits |= bits << 8;
    bits |= bits << 16;
    bits |= bits << 32;
    return bits << 8;
}
constexpr std::uint64_t below(std::uint64_t bits) {
    bits |= bits >> 8;
    bits |= bits >> 16;
    bits |= bits >> 32;
    return bits >> 8;
}
constexpr std::uint64_t beside(std::uint64_t bits) { return (bits & not_h) << 1 | (bits & not_a) >> 1; }
constexpr std::uint64_t files(std::uint64_t bits) { return (above(bits) | bits | below(bits)); }

template <typename Rule>
Bitboard for_both(const PieceSets& board, Rule rule) {
    const std::uint64_t white = board.of(Color::white, Role::pawn).bits();
    const std::uint64_t black = board.of(Color::black, Role::pawn).bits();
    return Bitboard(rule(white) | rule(black));
}

}  // namespace

Bitboard connected_pawns(const PieceSets& board) {
    return for_both(board, [](std::uint64_t pawns) { return pawns & files(beside(pawns)); });
}

Bitboard isolated_pawns(const PieceSets& board) {
    return for_both(board, [](std::uint64_t pawns) { return pawns & ~files(beside(pawns)); });
}

Bitboard doubled_pawns(const PieceSets& board) {
    return for_both(board, [](std::uint64_t pawns) { return pawns & (above(pawns) | below(pawns)); });
}

Bitboard passed_pawns(const PieceSets& board) {
    const std::uint64_t white = board.of(Color::white, Role::pawn).bits();
    const std::uint64_t black = board.of(Color::black, Role::pawn).bits();
    const std::uint64_t stops_white = below(black | beside(black));
    const std::uint64_t stops_black = above(white | beside(white));
    return Bitboard((white & ~stops_white) | (black & ~stops_black));
}

}  // namespace cofnod::cql
