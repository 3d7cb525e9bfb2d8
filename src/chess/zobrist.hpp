#pragma once

#include <array>
#include <cstdint>

#include "chess/square.hpp"

/// The random numbers behind position keys. Databases store keys: a change of seed, order or use is a new version.
namespace cofnod::chess::zobrist {

inline constexpr int version = 1;
inline constexpr int no_piece = 12;  ///< its numbers are 0, so that "captured nothing" needs no branch

struct Table {
    std::array<std::array<std::uint64_t, square_count>, 13> piece{};
    std::array<std::uint64_t, 16> castling{};   ///< by the rook's home: a1..h1, a8..h8
    std::array<std::uint64_t, 8> en_passant{};  ///< by file
    std::uint64_t black_to_move = 0;
};

extern const Table table;

inline std::uint64_t piece(int piece_index, Square square) {
    return table.piece[static_cast<std::size_t>(piece_index)][static_cast<std::size_t>(square.index())];
}
/// Of a rook that may still castle; it stands on the first or the eighth rank.
inline std::uint64_t castling(Square rook) {
    return table.castling[static_cast<std::size_t>((rook.index() & 7) | (rook.index() >> 2 & 8))];
}
inline std::uint64_t en_passant(Square square) {
    return table.en_passant[static_cast<std::size_t>(square.index() & 7)];
}

}  // namespace cofnod::chess::zobrist
