#include "cql/run/finds.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "cql/run/compiler.hpp"

/// Filter `find`: the next matching position, or the number of matching positions.
namespace cofnod::cql {

Remembered::Remembered(Compiler& compiler, const Node& node)
    : filter_(compiler.condition(node)),
      is_pure_(compiler.is_pure(node)),
      memo_(compiler.new_memo()),
      counts_(compiler.new_memo()) {}

bool Remembered::test(Context& context, PositionId id) const {
    const Tie none(context);
    const Within hush(context.says_by_itself, false);
    context.tick();
    if (!is_pure_ || context.tree.is_imagined(id)) {
        const Visit visit(context, id);
        return holds_or_rolls_back(*filter_, context);
    }
    Memo& memo = context.memo(memo_);
    const auto words = static_cast<std::size_t>(context.tree.size()) / 64 + 1;
    if (memo.known.size() < words) context.make_bits(memo);
    const auto word = static_cast<std::size_t>(id) / 64;
    const std::uint64_t bit = std::uint64_t{1} << (id % 64);
    if ((memo.known[word] & bit) != 0) return (memo.value[word] & bit) != 0;
    bool result = false;
    {
        const Visit visit(context, id);
        result = filter_->test(context);
    }
    // The filter may have used other memos, but not this one.
    memo.known[word] |= bit;
    if (result) memo.value[word] |= bit;
    return result;
}

PositionId Remembered::next(Context& context, PositionId begin, PositionId end) const {
    if (!is_pure_ || context.tree.is_imagined(begin)) {
        while (begin < end && !test(context, begin)) ++begin;
        return begin;
    }
    Memo& memo = context.memo(memo_);
    if (memo.known.empty()) context.make_bits(memo);
    for (PositionId id = begin; id < end;) {
        context.tick();
        const auto word = static_cast<std::size_t>(id) / 64;
        const std::uint64_t behind = ~std::uint64_t{0} << (id % 64);
        const std::uint64_t possible = (memo.value[word] | ~memo.known[word]) & behind;
        id = static_cast<PositionId>(word * 64) + std::countr_zero(possible);
        if (possible == 0 || id >= end) continue;
        if (test(context, id)) return id;
        ++id;
    }
    return end;
}

std::int64_t Remembered::count(Context& context, PositionId begin, PositionId end, std::int64_t most) const {
    context.tick();
    std::int64_t count = 0;
    if (!is_pure_ || context.tree.is_imagined(begin)) {
        for (PositionId id = begin; id < end && count <= most; ++id) count += test(context, id) ? 1 : 0;
        return count;
    }
    Memo& memo = context.memo(counts_);
    if (memo.value.empty()) {
        context.make_values(memo);
        memo.last = context.tree.size();
    }
    if (memo.last > begin) count_from(context, memo, begin);
    const auto from = [&](PositionId id) { return memo.value[static_cast<std::size_t>(id)]; };
    return std::min(static_cast<std::int64_t>(from(begin) - from(end)), most + 1);
}

void Remembered::count_from(Context& context, Memo& memo, PositionId begin) const {
    const Tie none(context);
    const Within hush(context.says_by_itself, false);
    const Visit back(context, begin);
    for (auto id = static_cast<std::size_t>(memo.last); memo.last > begin; --memo.last, --id) {
        context.tick();
        context.go_to(memo.last - 1);
        memo.value[id - 1] = memo.value[id] + (filter_->test(context) ? 1 : 0);
    }
}

namespace {

/// Calls visit for the current position and its ancestors until it returns true.
template <typename Function>
void walk_back(Context& context, Function visit) {
    for (PositionId id = context.at; id != no_position; id = context.tree.parent(id))
        if (visit(id)) return;
}

FilterPtr find_one(Compiler& compiler, const Node& node) {
    return computed<Position>([past = node.has(Flag::past), quiet = node.has(Flag::quiet),
                               filter = Remembered(compiler, node.child(0))](Context& context) -> Position {
        Position found;
        if (past) {
            walk_back(context, [&](PositionId id) {
                if (filter.test(context, id)) found.id = id;
                return holds(found);
            });
        } else {
            const PositionId end = context.tree.end(context.at);
            const PositionId next = filter.next(context, context.at, end);
            if (next < end) found.id = next;
        }
        if (!quiet && holds(found)) say_found(context, found.id);
        return found;
    });
}

/// Returns the positions found by `find all` or `find 2 4`, at most `most` + 1.
std::vector<PositionId> list(const Remembered& filter, Context& context, bool past, std::int64_t most) {
    std::vector<PositionId> found;
    const auto visit = [&](PositionId id) {
        if (filter.test(context, id)) found.push_back(id);
        return static_cast<std::int64_t>(found.size()) > most;
    };
    if (past) {
        walk_back(context, visit);
    } else {
        const PositionId end = context.tree.end(context.at);
        for (PositionId id = context.at; id < end && !visit(id);) ++id;
    }
    return found;
}

std::int64_t count_back(const Remembered& filter, Context& context, std::int64_t most) {
    if (context.tree.is_line() && !context.tree.is_imagined(context.at))
        return filter.count(context, 0, context.at + 1, most);
    std::int64_t count = 0;
    walk_back(context, [&](PositionId id) { return (count += filter.test(context, id) ? 1 : 0) > most; });
    return count;
}

}  // namespace

FilterPtr make_find(Compiler& compiler, const Node& node) {
    if (node.type == Type::position) return find_one(compiler, node);
    const Range range = node.range.value_or(Range{{1}, {Range::endless}});
    return computed<Number>([past = node.has(Flag::past), quiet = node.has(Flag::quiet), range,
                             filter = Remembered(compiler, node.child(0))](Context& context) -> Number {
        const auto limits = limits_of(range, context);
        if (!limits) return std::nullopt;
        const auto in_range = [&](std::int64_t number) -> Number {
            return limits->contain(number) ? Number(static_cast<std::int32_t>(number)) : std::nullopt;
        };
        if (quiet || !context.says_by_itself)
            return in_range(past ? count_back(filter, context, limits->high)
                                 : filter.count(context, context.at, context.tree.end(context.at), limits->high));
        const std::vector<PositionId> found = list(filter, context, past, limits->high);
        const Number number = in_range(static_cast<std::int64_t>(found.size()));
        if (number) say_found(context, found);
        return number;
    });
}

// Position filters, and filters evaluated at other positions.

namespace {

PositionId child_of(const GameTree& tree, PositionId id, std::int32_t index) {
    PositionId child = index < 0 ? no_position : tree.first_child(id);
    for (; child != no_position && index > 0; --index) child = tree.next_sibling(child);
    return child;
}

PositionId common_ancestor(Context& context, PositionId a, PositionId b) {
    if (context.tree.leads_to(b, a)) return b;
    for (; a != no_position && !context.tree.leads_to(a, b); a = context.tree.parent(a)) context.tick();
    return a;
}

Number distance(Context& context, Position a, Position b) {
    const PositionId meeting = common_ancestor(context, a.id, b.id);
    if (meeting == no_position) return std::nullopt;
    const GameTree& tree = context.tree;
    return tree.ply(a.id) + tree.ply(b.id) - 2 * tree.ply(meeting);
}

/// Returns true if both moves take the same kind of piece between the same squares, ignoring promotions.
bool same_move(const GameTree& tree, PositionId a, PositionId b) {
    const chess::Move move = tree[a].move, other = tree[b].move;
    if (move.is_null() || other.is_null()) return move == other;
    if (move.from() != other.from() || move.to() != other.to()) return false;
    return tree[tree.parent(a)].board.kind_at(move.from()) == tree[tree.parent(b)].board.kind_at(move.from());
}

/// Returns the length of the longest run of moves common to the lines from their fork to a and b.
std::int32_t common_run(Context& context, PositionId a, PositionId b) {
    const GameTree& tree = context.tree;
    const PositionId meeting = common_ancestor(context, a, b);
    std::vector<PositionId> first;
    std::vector<PositionId> second;
    for (PositionId id = a; id != meeting; id = tree.parent(id)) first.push_back(id);
    for (PositionId id = b; id != meeting; id = tree.parent(id)) second.push_back(id);
    std::vector<std::int32_t> runs(second.size() + 1, 0);
    std::int32_t longest = 0;
    for (const PositionId x : first) {
        std::int32_t diagonal = 0;
        for (std::size_t j = 0; j < second.size(); ++j) {
            context.tick();
            const std::int32_t run = same_move(tree, x, second[j]) ? diagonal + 1 : 0;
            diagonal = std::exchange(runs[j + 1], run);
            longest = std::max(longest, run);
        }
    }
    return longest;
}

}  // namespace

FilterPtr make_current_position(Compiler&, const Node&) {
    return computed<Position>([](const Context& context) { return Position{context.at}; });
}

FilterPtr make_initial_position(Compiler&, const Node&) {
    return computed<Position>([](const Context&) { return Position{0}; });
}

FilterPtr make_parent(Compiler&, const Node&) {
    return computed<Position>([](const Context& context) { return Position{context.tree.parent(context.at)}; });
}

FilterPtr make_position(Compiler& compiler, const Node& node) {
    return of_one<Position, Number>(compiler, node, [](const Context& context, Number id) {
        return Position{*id >= 0 && *id < context.tree.size() ? *id : no_position};
    });
}

FilterPtr make_child(Compiler& compiler, const Node& node) {
    const auto child = [](const Context& context, Number index) {
        return Position{child_of(context.tree, context.at, *index)};
    };
    if (!node.children.empty()) return of_one<Position, Number>(compiler, node, child);
    return computed<Position>([child, index = node.number](const Context& context) { return child(context, index); });
}

FilterPtr make_at(Compiler& compiler, const Node& node) {
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) {
        return computed<Value>([place = compiler.position(node.child(0)),
                                filter = compiler.typed<Value>(node.child(1))](Context& context) -> Value {
            const Position there = place->value(context);
            if (!holds(there)) return none<Value>();
            const Visit visit(context, there.id);
            return filter->value(context);
        });
    });
}

FilterPtr make_consecutive_moves(Compiler& compiler, const Node& node) {
    const Range range = node.range.value_or(Range{{1}, {Range::endless}});
    return of_two<Number, Position>(compiler, node, [range](Context& context, Position a, Position b) -> Number {
        const auto limits = limits_of(range, context);
        if (!limits) return std::nullopt;
        const std::int32_t run = common_run(context, a.id, b.id);
        return run > 0 && limits->contain(run) ? Number(run) : Number{};
    });
}

FilterPtr make_ancestor(Compiler& compiler, const Node& node) {
    return of_two<bool, Position>(compiler, node, [](const Context& context, Position a, Position b) {
        return a.id != b.id && context.tree.leads_to(a.id, b.id);
    });
}

FilterPtr make_descendant(Compiler& compiler, const Node& node) {
    return of_two<bool, Position>(compiler, node, [](const Context& context, Position a, Position b) {
        return a.id != b.id && context.tree.leads_to(b.id, a.id);
    });
}

FilterPtr make_lowest_common_ancestor(Compiler& compiler, const Node& node) {
    return of_two<Position, Position>(compiler, node, [](Context& context, Position a, Position b) {
        return Position{common_ancestor(context, a.id, b.id)};
    });
}

FilterPtr make_distance(Compiler& compiler, const Node& node) {
    return of_two<Number, Position>(compiler, node, distance);
}

}  // namespace cofnod::cql
