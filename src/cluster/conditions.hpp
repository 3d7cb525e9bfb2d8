#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/query.hpp"

namespace cofnod::cluster {

/// Returns the conditions of a filter on headers in SQL, each behind " AND ". Throws UsageError for what the tables do
/// not have.
std::string header_conditions(const std::string& database, const store::HeaderFilter& filter);

/// Conditions on moves as far as SQL can decide them.
struct MoveConditions {
    std::string text = {};  ///< behind " AND "; empty: none
    /// True if the games that meet them are those of the query; otherwise they may be too many, never too few.
    bool are_exact = true;
};

/// Ids of games: those behind `after`, up to `last`.
struct IdRange {
    std::int64_t after, last;
};

/// The tables that conditions on moves look into.
struct Tables {
    std::string database;
    std::optional<IdRange> ids = {};  ///< their rows of these games alone; nullopt: of all games
};

/// Returns the numbers of stays on places (`stay.ps`), by place.
using CountStays =
    std::function<std::unordered_map<std::int64_t, std::int64_t>(const std::vector<std::int64_t>& places)>;

/// Returns the conditions on moves.
MoveConditions move_conditions(const Tables& tables, const search::Query& query, const CountStays& count);

/// Returns a condition, behind " AND ", on the placement of a position in part, that `cofnod worker` decides.
std::string placement_by_worker(const search::Query& query);

}  // namespace cofnod::cluster
