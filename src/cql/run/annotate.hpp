#pragma once

#include "cql/run/finder.hpp"
#include "game/record.hpp"

namespace cofnod::cql {

/// A game that matches as CQL writes it down: before the first move its number and what it is sorted by, behind the
/// moves what the script says of their positions, and the match string where all of it holds; tags that it sets. What
/// stands there already stays, but for what it removes. `quiet` leaves out the match string, `silent` all of it.
GameRecord annotated(GameRecord record, const FoundGame& found, const CompiledScript& script);

/// "12", or the text.
std::string to_text(const SortValue& value);

}  // namespace cofnod::cql
