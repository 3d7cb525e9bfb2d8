#pragma once

#include <string>

#include "jobs/tally.hpp"
#include "notation/languages.hpp"

namespace cofnod::terminal {

/// Returns "8 games: 7 complete, 1 incomplete, 0 rejected".
std::string games_text(const jobs::Tally& tally);
/// Returns "Welsh 8, Arabic 2", most frequent first.
std::string notations_text(const jobs::Tally& tally, const notation::Languages& languages);

}  // namespace cofnod::terminal
