#pragma once

#include <optional>

#include "cql/run/compiler.hpp"

namespace cofnod::cql {

/// Returns the value of a bound at run time; nullopt: a variable without a value.
inline std::optional<int> value_of(const Bound& bound, const Context& context) {
    if (!bound.is_variable()) return bound.number;
    const Cell& cell = context.cells[static_cast<std::size_t>(bound.slot)];
    return cell.bound ? std::optional<int>(cell.number) : std::nullopt;
}

/// The numbers of a range at run time.
struct Limits {
    std::int32_t low;
    std::int32_t high;

    [[nodiscard]] bool contain(std::int64_t number) const { return number >= low && number <= high; }
};

/// Returns the numbers of a range; nullopt: one of them is a variable without a value.
inline std::optional<Limits> limits_of(const Range& range, const Context& context) {
    const auto low = value_of(range.low, context);
    const auto high = value_of(range.high, context);
    return low && high ? std::optional(Limits{*low, *high}) : std::nullopt;
}

/// A filter memoized for every position of the game, if it depends on the position only.
class Remembered {
public:
    Remembered(Compiler& compiler, const Node& node);

    /// Returns true if it holds at `id`; keeps the current position.
    bool test(Context& context, PositionId id) const;
    /// Returns the first position from `begin` on where it holds; `end`: at none before.
    PositionId next(Context& context, PositionId begin, PositionId end) const;
    /// Returns the number of positions from `begin` to `end` where it holds, or `most` + 1 if it is larger.
    std::int64_t count(Context& context, PositionId begin, PositionId end, std::int64_t most) const;

private:
    /// Counts from the last known number back to that of `begin`.
    void count_from(Context& context, Memo& memo, PositionId begin) const;

    FilterPtr filter_;
    bool is_pure_;
    std::size_t memo_;
    std::size_t counts_;  ///< memo: of each position, the number of those from it on where it holds
};

FilterPtr make_find(Compiler& compiler, const Node& node);

}  // namespace cofnod::cql
