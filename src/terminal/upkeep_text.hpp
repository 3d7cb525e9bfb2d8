#pragma once

#include <string>

#include "index/upkeep.hpp"

namespace cofnod::terminal {

/// Returns "indexed 8 games; the index now has 1 segment".
std::string upkeep_text(const index::Upkeep& upkeep);

}  // namespace cofnod::terminal
