#include <algorithm>
#include <utility>

#include "cql/run/compiler.hpp"
#include "cql/run/finds.hpp"

/// Position filters, and filters evaluated at other positions.
namespace cofnod::cql {

namespace {

template <typename Function>
FilterPtr of_context(Function function) {
    return computed<Position>([function](Context& context) { return Position{function(context)}; });
}

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

template <typename Value, typename Function>
FilterPtr of_two(Compiler& compiler, const Node& node, Function function) {
    return computed<Value>([left = compiler.position(node.child(0)), right = compiler.position(node.child(1)),
                            function](Context& context) -> Value {
        const Position a = left->value(context);
        const Position b = right->value(context);
        if (!holds(a) || !holds(b)) return none<Value>();
        return function(context, a.id, b.id);
    });
}

Number distance(Context& context, PositionId a, PositionId b) {
    const PositionId meeting = common_ancestor(context, a, b);
    if (meeting == no_position) return std::nullopt;
    const GameTree& tree = context.tree;
    return tree.ply(a) + tree.ply(b) - 2 * tree.ply(meeting);
}

/// Returns true if the same kind of piece moves between the same squares, whatever it promotes to.
bool same_move(const GameTree& tree, PositionId a, PositionId b) {
    const chess::Move move = tree[a].move, other = tree[b].move;
    if (move.is_null() || other.is_null()) return move == other;
    if (move.from() != other.from() || move.to() != other.to()) return false;
    return tree[tree.parent(a)].board.kind_at(move.from()) == tree[tree.parent(b)].board.kind_at(move.from());
}

/// Returns the length of the longest common run of moves of both ways from their fork.
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
    return of_context([](const Context& context) { return context.at; });
}

FilterPtr make_initial_position(Compiler&, const Node&) {
    return of_context([](const Context&) { return PositionId{0}; });
}

FilterPtr make_parent(Compiler&, const Node&) {
    return of_context([](const Context& context) { return context.tree.parent(context.at); });
}

FilterPtr make_position(Compiler& compiler, const Node& node) {
    return computed<Position>([number = compiler.number(node.child(0))](Context& context) -> Position {
        const Number id = number->value(context);
        return {id && *id >= 0 && *id < context.tree.size() ? *id : no_position};
    });
}

FilterPtr make_child(Compiler& compiler, const Node& node) {
    if (node.children.empty())
        return of_context(
            [index = node.number](const Context& context) { return child_of(context.tree, context.at, index); });
    return computed<Position>([index = compiler.number(node.child(0))](Context& context) -> Position {
        const Number value = index->value(context);
        return {value ? child_of(context.tree, context.at, *value) : no_position};
    });
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
    return computed<Number>([range, left = compiler.position(node.child(0)),
                             right = compiler.position(node.child(1))](Context& context) -> Number {
        const Position a = left->value(context);
        const Position b = right->value(context);
        const auto limits = limits_of(range, context);
        if (!holds(a) || !holds(b) || !limits) return std::nullopt;
        const std::int32_t run = common_run(context, a.id, b.id);
        return run > 0 && limits->contain(run) ? Number(run) : Number{};
    });
}

FilterPtr make_ancestor(Compiler& compiler, const Node& node) {
    return of_two<bool>(compiler, node, [](const Context& context, PositionId a, PositionId b) {
        return a != b && context.tree.leads_to(a, b);
    });
}

FilterPtr make_descendant(Compiler& compiler, const Node& node) {
    return of_two<bool>(compiler, node, [](const Context& context, PositionId a, PositionId b) {
        return a != b && context.tree.leads_to(b, a);
    });
}

FilterPtr make_lowest_common_ancestor(Compiler& compiler, const Node& node) {
    return of_two<Position>(compiler, node, [](Context& context, PositionId a, PositionId b) {
        return Position{common_ancestor(context, a, b)};
    });
}

FilterPtr make_distance(Compiler& compiler, const Node& node) { return of_two<Number>(compiler, node, distance); }

}  // namespace cofnod::cql
