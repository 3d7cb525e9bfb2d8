#pragma once

#include "chess/position.hpp"
#include "chess/resolve.hpp"
#include "chess/wings.hpp"
#include "notation/move_pattern.hpp"

namespace cofnod::chess {

/// Finds the legal moves that a pattern fits: the counterpart of resolve(Readings). Where several do, those of the
/// wing that is written, and those that give the check or mate that is written, are preferred.
Resolution resolve(const Position& position, const notation::MovePattern& pattern, const Wings& wings);

/// Returns why a resolution is not unique.
Reason explain(const Position& position, const notation::MovePattern& pattern, const Resolution& resolution);

}  // namespace cofnod::chess
