#pragma once

#include <cstdint>
#include <string_view>

#include "base/problem.hpp"
#include "cli/json.hpp"

namespace cofnod::cli {

/// The members of a problem, into an object that is open.
JsonWriter& write_problem(JsonWriter& json, const Problem& problem, std::string_view source, std::uint64_t game_number);

}  // namespace cofnod::cli
