#pragma once

#include <optional>

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// A range number at run time; nullopt: a variable without a value.
std::optional<int> value_of(const Bound& bound, const Context& context);

/// A filter whose answers are remembered for every position of the game, if it depends on nothing but the position.
class Remembered {
public:
    Remembered(Compiler& compiler, const Node& node);

    /// Whether it holds at `id`; the current position does not change.
    bool test(Context& context, PositionId id) const;

private:
    FilterPtr filter_;
    bool is_pure_;
    std::size_t memo_;
};

FilterPtr make_find(Compiler& compiler, const Node& node);

}  // namespace cofnod::cql
