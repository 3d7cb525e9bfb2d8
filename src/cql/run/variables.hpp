#pragma once

#include <cstdint>

#include "cql/run/compiler.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// Evaluates an arithmetic operator, also for `x += b`. Division by 0 has no value.
Number calculate(Operator op, std::int64_t a, std::int64_t b);

/// Binds a piece variable to the piece on a square; returns false if the square is empty.
bool follow_piece(Context& context, Cell& cell, Square square);

}  // namespace cofnod::cql
