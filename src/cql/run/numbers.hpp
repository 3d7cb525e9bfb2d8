#pragma once

#include <cstdint>

#include "cql/run/value.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// Evaluates an arithmetic operator, also for `x += b`; division by 0 has no value.
Number calculate(Operator op, std::int64_t a, std::int64_t b);

}  // namespace cofnod::cql
