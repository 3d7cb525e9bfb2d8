#pragma once

#include "cql/run/board.hpp"

/// Pure, model and ideal mates and stalemates, as defined in chess composition.
namespace cofnod::cql {

enum class MateKind : std::uint8_t {
    pure,   ///< each square of the king's field is guarded exactly once, or blocked by an own man and not guarded
    model,  ///< pure, and all queens, rooks, bishops and knights of the other side take part
    ideal,  ///< pure, and every man on the board takes part
};

/// Returns the pieces that take part in a mate of that kind, as CQL's documentation of `puremate` defines them: the
/// king, its neighbours, what guards its field, pins or shields; empty if it is none.
Bitboard pieces_of_fine_mate(const Snapshot& now, MateKind kind);
/// Does the same for a stalemate. Requires a position known to be stalemate.
Bitboard pieces_of_fine_stalemate(const Snapshot& now, MateKind kind);

}  // namespace cofnod::cql
