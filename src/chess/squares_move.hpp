#pragma once

#include <string_view>

#include "base/reason.hpp"
#include "chess/position.hpp"
#include "notation/described_move.hpp"

namespace cofnod::chess {

/// Returns the legal move of a word of squares, `e2e4` or `e7e8q`, in lower case and with nothing else; the null move
/// if there is none, or where a closer look is needed, as for a king that may castle.
Move resolve_squares(const Position& position, std::string_view word);

/// Returns why a move given by two squares is illegal: no piece there, the opponent's, or what its piece cannot do.
Reason explain_squares(const Position& position, const notation::DescribedMove& described);

}  // namespace cofnod::chess
