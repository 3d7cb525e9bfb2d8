#pragma once

#include <string_view>

#include "base/problem.hpp"
#include "game/record.hpp"

/// Conversion of stored words and numbers to enumerators. Throws StoreError for any other word or number.
namespace cofnod::store {

ProblemKind known_problem_kind(std::string_view name);
Frame known_frame(std::string_view name);
Remedy known_remedy(std::string_view name);
Severity severity_of(std::string_view name);
std::string_view name_of(Severity severity);
Decision decision_of(std::string_view name);
GameState state_of(std::int64_t number);
Result result_of(std::int64_t number);
GameKind kind_of(std::int64_t number);

}  // namespace cofnod::store
