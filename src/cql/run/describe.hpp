#pragma once

#include <string>

#include "cql/run/context.hpp"

namespace cofnod::cql {

/// Format values for comments: "[a1,b2]", "12", "move 5(wtm)", and "<false>" for no value.
std::string describe(const Context& context, SetValue value);
std::string describe(const Context& context, Number value);
std::string describe(const Context& context, const Text& value);
std::string describe(const Context& context, Position value);
std::string describe(const Context& context, bool value);

/// Returns the FEN of the current position, with the en-passant square only if the capture is legal, and counters 0 and
/// the move number as CQL counts it.
std::string fen_of(const Context& context);

}  // namespace cofnod::cql
