#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cql/run/compiler.hpp"
#include "cql/syntax.hpp"

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

/// The regular expression of a `line` or `path` as an automaton without epsilon transitions (Glushkov's construction,
/// with repetitions expanded): each state is one occurrence of a constituent, which must hold there.
struct Automaton {
    using State = std::uint32_t;

    std::vector<const Node*> constituents;  ///< distinct constituents
    std::vector<std::uint32_t> symbols;     ///< by state: index into constituents
    std::vector<std::vector<State>> next;   ///< by state: successors, loops first
    std::vector<State> first;
    std::vector<bool> accepts;  ///< by state: the sequence may end here

    [[nodiscard]] std::size_t size() const { return symbols.size(); }

    /// Throws UsageError for a sequence that would need too many states.
    static Automaton of(const Node& sequence);
};

/// Modifier `nestban`: no match of a line or path may begin within an earlier one.
class NestBan {
public:
    explicit NestBan(Compiler& compiler) : memo_(compiler.new_memo()) {}

    [[nodiscard]] bool is_banned(Context& context) const;
    /// Bans the positions of a match from one position to the other, in either order.
    void ban(Context& context, PositionId one, PositionId other) const;

private:
    std::size_t memo_;
};

}  // namespace cofnod::cql
