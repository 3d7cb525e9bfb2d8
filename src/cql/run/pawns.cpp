#include "cql/run/pawns.hpp"

namespace cofnod::cql {

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
