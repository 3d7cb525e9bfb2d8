#pragma once

#include <functional>

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// Returns those of some squares for which a condition on one square holds, all at once.
using Narrowing = std::function<Bitboard(Context& context, Bitboard squares)>;

/// Makes the narrowing of a condition on the square in a variable, such as `x attackedby a`, `not x attacks k` or
/// `#(R attackedby x)>=2`; nullptr if there is none.
Narrowing make_narrowing(Compiler& compiler, const Node& condition, Slot slot);

}  // namespace cofnod::cql
