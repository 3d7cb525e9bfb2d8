#pragma once

#include <array>
#include <cstdint>

#include "camelot/piece.hpp"
#include "camelot/square.hpp"

/// Zobrist keys of positions. Databases store them: any change of seed, order or use needs a new version.
namespace cofnod::camelot::zobrist {

inline constexpr int version = 1;
inline constexpr int most_castle_moves = 2;

struct Table {
    std::array<std::array<std::uint64_t, square_count>, piece_count> piece{};
    std::array<std::array<std::uint64_t, most_castle_moves + 1>, 2> castle_moves{};  ///< by colour; of none: 0
    std::uint64_t black_to_move = 0;
};

extern const Table table;

inline std::uint64_t piece(Piece piece, Square square) {
    return table.piece[static_cast<std::size_t>(piece.index())][static_cast<std::size_t>(square.index())];
}
inline std::uint64_t castle_moves(Color color, int count) {
    return table.castle_moves[static_cast<std::size_t>(color)][static_cast<std::size_t>(count)];
}

}  // namespace cofnod::camelot::zobrist
