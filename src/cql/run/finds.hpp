#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cql/run/texts.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// Returns the run-time value of a bound; nullopt for a variable without a value.
inline std::optional<int> value_of(const Bound& bound, const Context& context) {
    if (!bound.is_variable()) return bound.number;
    const Cell& cell = context.cells[static_cast<std::size_t>(bound.slot)];
    return cell.bound ? std::optional<int>(cell.number) : std::nullopt;
}

/// Run-time bounds of a range.
struct Limits {
    std::int32_t low;
    std::int32_t high;

    [[nodiscard]] bool contain(std::int64_t number) const { return number >= low && number <= high; }
};

/// Returns the bounds of a range; nullopt if one of them is a variable without a value.
inline std::optional<Limits> limits_of(const Range& range, const Context& context) {
    const auto low = value_of(range.low, context);
    const auto high = value_of(range.high, context);
    return low && high ? std::optional(Limits{*low, *high}) : std::nullopt;
}

/// Filter memoized for every position of the game, if it depends on the position only.
class Remembered {
public:
    Remembered(Compiler& compiler, const Node& node);

    /// Returns true if it holds at `id`; does not change the current position.
    bool test(Context& context, PositionId id) const;
    /// Returns the first position from `begin` to `end` where it holds; `end` if there is none.
    PositionId next(Context& context, PositionId begin, PositionId end) const;
    /// Returns the number of positions from `begin` to `end` where it holds, at most `most` + 1.
    std::int64_t count(Context& context, PositionId begin, PositionId end, std::int64_t most) const;

private:
    /// Extends the known counts backwards to `begin`.
    void count_from(Context& context, Memo& memo, PositionId begin) const;

    FilterPtr filter_;
    bool is_pure_;
    std::size_t memo_;
    std::size_t counts_;  ///< memo: for each position, the number of positions from it on where the filter holds
};

/// Automaton without epsilon transitions for the regular expression of a `line` or `path` (Glushkov's construction,
/// with repetitions expanded). Each state is one occurrence of a constituent, which must hold there.
struct Automaton {
    using State = std::uint32_t;

    std::vector<const Node*> constituents;  ///< distinct constituents
    std::vector<std::uint32_t> symbols;     ///< by state: index into constituents
    std::vector<std::vector<State>> next;   ///< by state: its successors, loops first
    std::vector<State> first;
    std::vector<bool> accepts;  ///< by state: the sequence may end here

    [[nodiscard]] std::size_t size() const { return symbols.size(); }

    /// Builds the automaton; throws UsageError if a sequence needs too many states.
    static Automaton of(const Node& sequence);
};

/// Maximum recursion depth of a line or path in steps, each of which takes a few calls.
inline constexpr int deepest = 4'000;
/// Number of positions above which lines and paths are computed from the end, to limit recursion.
inline constexpr PositionId many_positions = 1'000;

/// Modifier `nestban`: no match of a line or path may begin within an earlier match.
class NestBan {
public:
    explicit NestBan(Compiler& compiler) : memo_(compiler.new_memo()) {}

    [[nodiscard]] bool is_banned(Context& context) const;
    /// Bans the positions of a match from one position to the other, in either order.
    void ban(Context& context, PositionId one, PositionId other) const;

private:
    std::size_t memo_;
};

/// Makes a `line` or `path` of the class that searches for it: the position where the best one ends, or its number, if
/// that is in the range. `word` names it in comments.
template <typename Way>
FilterPtr make_way(Compiler& compiler, const Node& node, Range range, std::string word) {
    const auto way = std::make_shared<const Way>(compiler, node);
    const auto find = [range, way, quiet = node.has(Flag::quiet), word](Context& context) -> Ending {
        const auto limits = limits_of(range, context);
        const Ending found = way->find(context);
        if (found.length < 1 || !limits || !limits->contain(way->value_of(found))) return {};
        if (!quiet) say_way(context, word, found);
        return found;
    };
    if (node.type == Type::position)
        return computed<Position>([find](Context& context) { return Position{find(context).end}; });
    return computed<Number>([find, way](Context& context) {
        const Ending found = find(context);
        return found.length < 1 ? Number{} : Number(way->value_of(found));
    });
}

}  // namespace cofnod::cql
