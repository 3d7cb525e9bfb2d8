#pragma once

#include "cql/syntax.hpp"
#include "store/header_filter.hpp"

namespace cofnod::cql {

/// Returns true if games that cannot match may be left out: nothing is written, counted or kept of them.
bool may_leave_out_games(const Script& script);

/// `filter`, and what the script asks of names and game numbers besides, as far as headers can tell: no fewer games.
store::HeaderFilter narrowed(store::HeaderFilter filter, const Script& script);

}  // namespace cofnod::cql
