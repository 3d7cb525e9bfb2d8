#pragma once

#include <cstdint>

#include "cql/run/value.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// `a + b` and the like, as `x += b` has it too; nothing divides by 0.
Number calculate(Operator op, std::int64_t a, std::int64_t b);

}  // namespace cofnod::cql
