#pragma once

#include "cql/run/board.hpp"

/// Pure, model and ideal mates and stalemates, as defined in chess composition.
namespace cofnod::cql {

enum class MateKind : std::uint8_t {
    pure,   ///< each square of the king's field is guarded exactly once, or blocked by an own man and not guarded
    model,  ///< pure, and all queens, rooks, bishops and knights of the other side take part
    ideal,  ///< pure, and every man on the board takes part
};

bool is_fine_mate(const Snapshot& now, MateKind kind);
/// Requires a position known to be stalemate.
bool is_fine_stalemate(const Snapshot& now, MateKind kind);

}  // namespace cofnod::cql
