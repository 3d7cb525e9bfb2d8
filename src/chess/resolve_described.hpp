#pragma once

#include "chess/position.hpp"
#include "chess/resolve.hpp"
#include "chess/wings.hpp"
#include "notation/described_move.hpp"

namespace cofnod::chess {

/// Finds the legal moves that fit a described move: the counterpart of resolve(Readings). Among several, those of the
/// written wing, and those that give the written check or mate, are preferred.
Resolution resolve(const Position& position, const notation::DescribedMove& described, const Wings& wings);

/// Returns why a resolution is not unique.
Reason explain(const Position& position, const notation::DescribedMove& described, const Resolution& resolution);

}  // namespace cofnod::chess
