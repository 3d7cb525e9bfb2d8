#pragma once

#include <cstdint>

#include "chess/bitboard.hpp"
#include "chess/piece.hpp"
#include "chess/zobrist.hpp"

namespace cofnod::chess {

inline constexpr Piece white_pawn{Color::white, Role::pawn}, black_pawn{Color::black, Role::pawn};

/// Key of a pawn structure: the numbers of the pawns alone. A game never comes back to a structure that it left.
inline std::uint64_t pawn_key(Bitboard white, Bitboard black) {
    std::uint64_t key = 0;
    for (const Square square : white) key ^= zobrist::piece(white_pawn.index(), square);
    for (const Square square : black) key ^= zobrist::piece(black_pawn.index(), square);
    return key;
}

}  // namespace cofnod::chess
