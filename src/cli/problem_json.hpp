#pragma once

#include <cstdint>
#include <string_view>

#include "answers/json.hpp"
#include "base/problem.hpp"

namespace cofnod::cli {

/// The members of a problem, into an object that is open.
answers::JsonWriter& write_problem(answers::JsonWriter& json, const Problem& problem, std::string_view source,
                                   std::uint64_t game_number);

}  // namespace cofnod::cli
