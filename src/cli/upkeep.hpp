#pragma once

#include <string>

#include "index/upkeep.hpp"

namespace cofnod::cli {

/// "indexed 8 games; the index has 1 segment now"
std::string upkeep_text(const index::Upkeep& upkeep);

/// After a command has changed games: brings the index up to date where the database has one. One that was imported
/// with --no-index stays without.
void keep_index(store::Store& store);

}  // namespace cofnod::cli
