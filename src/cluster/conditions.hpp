#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "search/query.hpp"

namespace cofnod::cluster {

/// Returns the conditions of a filter on headers in SQL, each behind " AND ". Throws UsageError for what the tables do
/// not have.
std::string header_conditions(const std::string& database, const store::HeaderFilter& filter);

/// What SQL can tell of the conditions on moves.
struct MoveConditions {
    std::string text = {};  ///< behind " AND "; empty: none
    /// True if the games that meet them are those of the query; otherwise they may be too many, never too few.
    bool are_exact = true;
};

/// Returns the conditions on moves. `rarest`: orders places by the number of games that have them, the fewest first.
MoveConditions move_conditions(const std::string& database, const search::Query& query,
                               const std::function<void(std::vector<std::int64_t>&)>& rarest);

}  // namespace cofnod::cluster
