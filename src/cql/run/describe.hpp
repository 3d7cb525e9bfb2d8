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

/// Returns the FEN of the current position as CQL writes it: with an en-passant square after each double step, and
/// counters that are always 0 and 1, so that positions that repeat have equal texts.
std::string fen_of(const Context& context);

}  // namespace cofnod::cql
