#pragma once

#include <cstdint>

#include "search/cql/syntax.hpp"
#include "search/cql/value.hpp"

namespace cofnod::search::cql {

/// `a + b` and the like, as `x += b` has it too; nothing divides by 0.
Number calculate(Operator op, std::int64_t a, std::int64_t b);

}  // namespace cofnod::search::cql
