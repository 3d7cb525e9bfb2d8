#pragma once

#include "cql/run/board.hpp"

/// What problemists admire in a mate or stalemate.
namespace cofnod::cql {

enum class MateKind : std::uint8_t {
    pure,   ///< each square of the king's field is guarded just once, or blocked by a man of his own and not guarded
    model,  ///< pure, and all queens, rooks, bishops and knights of the other side take part
    ideal,  ///< pure, and every man on the board takes part
};

bool is_fine_mate(const Snapshot& now, MateKind kind);
/// Of a position that is known to be stalemate.
bool is_fine_stalemate(const Snapshot& now, MateKind kind);

}  // namespace cofnod::cql
