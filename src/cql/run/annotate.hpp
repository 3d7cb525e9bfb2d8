#pragma once

#include "cql/run/finder.hpp"

namespace cofnod {
struct GameRecord;
}

namespace cofnod::cql {

/// Returns a matching game annotated as CQL does: its number and sort values before the first move, the comments of the
/// script after moves, the match string at matching positions, and tags set by the script. Existing annotations stay
/// unless the script removes them. `quiet` omits the match string, `silent` everything.
GameRecord annotated(GameRecord record, const FoundGame& found, const CompiledScript& script);

/// Returns the value as text: "12".
std::string to_text(const SortValue& value);

}  // namespace cofnod::cql
