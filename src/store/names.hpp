#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.hpp"
#include "game/kind.hpp"
#include "game/state.hpp"

namespace cofnod {
enum class Frame : std::uint8_t;
enum class ProblemKind : std::uint8_t;
enum class Remedy : std::uint8_t;
enum class Severity : std::uint8_t;
}  // namespace cofnod

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
