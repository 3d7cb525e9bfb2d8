#pragma once

#include <cstdint>

#include "chess/bitboard.hpp"
#include "chess/piece.hpp"
#include "chess/square.hpp"

namespace cofnod::chess {

/// A move of a piece as one word of standard notation names it: `Nbxd5`, `e8=Q`. Not castling.
struct NamedMove {
    Role role = Role::pawn;
    Square to = Square::from_index(0);
    bool takes = false;
    bool has_file = false;  ///< of the square that it leaves, as has_rank
    bool has_rank = false;
    Role promotion = Role::pawn;  ///< pawn: none
    Bitboard from{~std::uint64_t{0}};
};

}  // namespace cofnod::chess
