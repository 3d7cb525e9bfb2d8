#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cql/run/game_tree.hpp"

namespace cofnod::cql {

/// Set of squares, or no value (with empty `squares`).
struct SetValue {
    Bitboard squares;
    bool known = true;
    bool compared = false;  ///< result of a true comparison, which holds as a condition even if empty
};

/// Signed 32-bit number with wrapping arithmetic, or no value.
using Number = std::optional<std::int32_t>;
using Text = std::optional<std::string>;

/// Position in the game, or no value.
struct Position {
    PositionId id = no_position;
};

/// Returns true if a value holds as a condition.
inline bool holds(SetValue value) { return !value.squares.empty() || value.compared; }
inline bool holds(Number value) { return value.has_value(); }
inline bool holds(const Text& value) { return value.has_value(); }
inline bool holds(Position value) { return value.id != no_position; }
inline bool holds(bool value) { return value; }

inline bool is_known(SetValue value) { return value.known; }
inline bool is_known(Number value) { return value.has_value(); }
inline bool is_known(const Text& value) { return value.has_value(); }
inline bool is_known(Position value) { return value.id != no_position; }

/// Returns the missing value of a type.
template <typename Value>
Value none() {
    if constexpr (std::is_same_v<Value, SetValue>)
        return {{}, false};
    else
        return Value{};
}

}  // namespace cofnod::cql
