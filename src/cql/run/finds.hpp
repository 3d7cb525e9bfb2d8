#pragma once

#include <optional>

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// Returns the value of a bound at run time; nullopt: a variable without a value.
std::optional<int> value_of(const Bound& bound, const Context& context);

/// A filter memoized for every position of the game, if it depends on the position only.
class Remembered {
public:
    Remembered(Compiler& compiler, const Node& node);

    /// Returns true if it holds at `id`; keeps the current position.
    bool test(Context& context, PositionId id) const;

private:
    FilterPtr filter_;
    bool is_pure_;
    std::size_t memo_;
};

FilterPtr make_find(Compiler& compiler, const Node& node);

}  // namespace cofnod::cql
