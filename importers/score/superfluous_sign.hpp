#pragma once

#include <cstddef>

#include "importers/score/score_player.hpp"

namespace cofnod::importers {

/// Returns true for a sign at `i` that is no null move, as the numbers around it leave room for the other moves only:
/// `1. P-K4 -- P-K4 2. ...`, `1. e4 e5 0000 2. ...`.
bool is_one_too_many(const notation::Language& language, const Score& score, std::size_t i);

}  // namespace cofnod::importers
