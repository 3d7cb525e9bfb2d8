#pragma once

#include <array>
#include <cstdint>

#include "chess/square.hpp"

/// Zobrist keys of positions. Databases store them: any change of seed, order or use needs a new version.
namespace cofnod::chess::zobrist {

inline constexpr int version = 1;
inline constexpr int no_piece = 12;  ///< its keys are 0, so that non-captures need no branch

struct Table {
    std::array<std::array<std::uint64_t, square_count>, 13> piece{};
    std::array<std::uint64_t, 16> castling{};   ///< by rook square: a1..h1, a8..h8
    std::array<std::uint64_t, 8> en_passant{};  ///< by file
    std::uint64_t black_to_move = 0;
};

extern const Table table;

inline std::uint64_t piece(int piece_index, Square square) {
    return table.piece[static_cast<std::size_t>(piece_index)][static_cast<std::size_t>(square.index())];
}
/// Key of a rook that may still castle, on the first or eighth rank.
inline std::uint64_t castling(Square rook) {
    return table.castling[static_cast<std::size_t>((rook.index() & 7) | (rook.index() >> 2 & 8))];
}
inline std::uint64_t en_passant(Square square) {
    return table.en_passant[static_cast<std::size_t>(square.index() & 7)];
}

}  // namespace cofnod::chess::zobrist
