#pragma once

#include <cstdint>

#include "cql/run/compiler.hpp"
#include "cql/run/value.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// Evaluates an arithmetic operator, also for `x += b`. Division by 0 has no value.
Number calculate(Operator op, std::int64_t a, std::int64_t b);

// Access to variable cells.

/// Returns the square of a piece variable at the current position; empty once captured.
Bitboard square_of_piece(Context& context, const Cell& cell);
/// Binds a piece variable to the piece on a square; returns false if the square is empty.
bool follow_piece(Context& context, Cell& cell, Square square);

/// Evaluates `a op= b` for two known values.
SetValue combine(Operator op, SetValue a, SetValue b);
Number combine(Operator op, Number a, Number b);
Text combine(Operator op, const Text& a, const Text& b);
Position combine(Operator op, Position a, Position b);

/// Makes `unbind D[key]`.
FilterPtr make_unbind_key(Compiler& compiler, const Node& node, const Node& key_filter);

template <typename Value>
Value content(const Cell& cell) {
    if constexpr (std::is_same_v<Value, SetValue>)
        return SetValue{cell.squares};
    else if constexpr (std::is_same_v<Value, Number>)
        return cell.number;
    else if constexpr (std::is_same_v<Value, Text>)
        return cell.text;
    else if constexpr (std::is_same_v<Value, Position>)
        return Position{cell.position};
    else
        return true;
}

inline void put(Context&, Cell& cell, SetValue value, Span) {
    cell.bound = true;
    cell.squares = value.squares;
}
inline void put(Context&, Cell& cell, Number value, Span) {
    cell.bound = true;
    cell.number = *value;
}
inline void put(Context& context, Cell& cell, Text value, Span at) { context.set_text(cell, std::move(value), at); }
inline void put(Context&, Cell& cell, Position value, Span) {
    cell.bound = true;
    cell.position = value.id;
}

}  // namespace cofnod::cql
