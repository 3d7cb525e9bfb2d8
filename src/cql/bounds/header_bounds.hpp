#pragma once

#include "cql/syntax.hpp"
#include "store/header_filter.hpp"

namespace cofnod::cql {

/// Returns true if games that cannot match may be skipped, because the script has no side effects on them.
bool may_leave_out_games(const Script& script);

/// Adds conditions of the script on names and game numbers to `filter`; the result is a superset of the matches.
store::HeaderFilter narrowed(store::HeaderFilter filter, const Script& script);

}  // namespace cofnod::cql
