#pragma once

#include <string>

#include "cql/run/context.hpp"

namespace cofnod::cql {

/// Values as comments show them: "[a1,b2]", "12", "move 5(wtm)", and "<false>" where there is none.
std::string describe(const Context& context, SetValue value);
std::string describe(const Context& context, Number value);
std::string describe(const Context& context, const Text& value);
std::string describe(const Context& context, Position value);
std::string describe(const Context& context, bool value);

/// The FEN of the current position; the en-passant square only where the capture is legal, counters 0 and the number of
/// the move in CQL's counting.
std::string fen_of(const Context& context);

}  // namespace cofnod::cql
