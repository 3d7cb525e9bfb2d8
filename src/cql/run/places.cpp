#include <algorithm>
#include <utility>

#include "cql/effects.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/conditions.hpp"
#include "cql/run/finds.hpp"
#include "cql/run/own_comments.hpp"

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

/// Filter `echo (x y) F`. Conditions on y alone are evaluated once per position, and only positions that satisfy them
/// are paired with x. Conditions on x alone come first.
class Echo final : public Typed<bool> {
public:
    Echo(Compiler& compiler, const Node& node)
        : first_(static_cast<std::size_t>(node.slot)),
          second_(static_cast<std::size_t>(node.second_slot)),
          all_(node.has(Flag::all)),
          quiet_(node.has(Flag::quiet)),
          names_(compiler.variable(node.slot).name, compiler.variable(node.second_slot).name),
          memo_(compiler.new_memo()) {
        std::vector<const Node*> conjuncts;
        flatten(*node.part(Part::body), conjuncts);
        const bool is_quiet = std::all_of(conjuncts.begin(), conjuncts.end(),
                                          [&](const Node* conjunct) { return compiler.is_quiet(*conjunct); });
        std::vector<const Node*> rest;
        for (const Node* conjunct : conjuncts)
            if (is_quiet && is_of_one(node.second_slot, effects_of(*conjunct)))
                of_second_.push_back(compiler.condition(*conjunct));
            else if (is_quiet && is_of_first(node.slot, *conjunct))
                of_first_.push_back(compiler.condition(*conjunct));
            else
                rest.push_back(conjunct);
        rest_ = make_conjunction(compiler, std::move(rest));
        body_ = compiler.condition(*node.part(Part::body));
        is_quiet_ = is_quiet;
    }

    bool test(Context& context) const override {
        const PositionId here = context.at;
        const bool nothing_is_said = is_quiet_ && !context.says_by_itself;
        bool found = false;
        context.cells[first_].bound = context.cells[second_].bound = true;
        context.cells[first_].position = here;
        const PositionId end = nothing_is_said && !holds_here(context) ? no_position : context.tree.size();
        for (PositionId other = 0; other < end && !(nothing_is_said && found); ++other) {
            if (other == here && !all_) continue;
            context.tick();
            const bool holds = holds_at(context, other, nothing_is_said);
            found = found || holds;
            if (holds && !quiet_) say_echo(context, names_.first, names_.second, other);
        }
        context.cells[first_].bound = context.cells[second_].bound = false;
        return found;
    }

private:
    static bool is_of_one(Slot slot, const Effects& effects) {
        constexpr Slot most_slots = 63;
        return slot < most_slots && (effects.reads & ~(std::uint64_t{1} << slot)) == 0 && effects.writes == 0 &&
               !effects.reads_way && !effects.looks_at_moves;
    }

    /// Returns true for `x:F` where F does not depend on y.
    static bool is_of_first(Slot first, const Node& conjunct) {
        if (conjunct.kind != Kind::at) return false;
        const bool is_at_first = conjunct.child(0).kind == Kind::variable && conjunct.child(0).slot == first;
        return is_at_first && is_of_one(first, effects_of(conjunct));
    }

    bool holds_here(Context& context) const {
        return std::all_of(of_first_.begin(), of_first_.end(),
                           [&](const FilterPtr& filter) { return filter->test(context); });
    }

    bool holds_at(Context& context, PositionId other, bool nothing_is_said) const {
        context.cells[second_].position = other;
        const Visit visit(context, other);
        if (nothing_is_said) return (of_second_.empty() || is_wanted(context, other)) && rest_->test(context);
        const auto remarks = context.remarks.size();
        const bool holds = body_->test(context);
        if (!holds) context.take_remarks(remarks);
        return holds;
    }

    bool is_wanted(Context& context, PositionId other) const {
        Memo& memo = context.memo(memo_);
        const auto words = static_cast<std::size_t>(context.tree.size() / 64 + 1);
        if (memo.known.size() < words) context.make_bits(memo);
        const auto word = static_cast<std::size_t>(other / 64);
        const std::uint64_t bit = std::uint64_t{1} << other % 64;
        if ((memo.known[word] & bit) == 0) {
            const bool wanted = std::all_of(of_second_.begin(), of_second_.end(),
                                            [&](const FilterPtr& filter) { return filter->test(context); });
            Memo& same = context.memo(memo_);
            same.known[word] |= bit;
            if (wanted) same.value[word] |= bit;
        }
        return (context.memo(memo_).value[word] & bit) != 0;
    }

    std::size_t first_, second_;
    bool all_, quiet_;
    std::pair<std::string, std::string> names_;
    std::size_t memo_;
    Filters of_first_, of_second_;
    FilterPtr rest_;         ///< conjuncts of the body on both
    FilterPtr body_;         ///< the whole body
    bool is_quiet_ = false;  ///< no effects but automatic comments
};

/// Filter `echo (x y) N`: the largest value of all y, with its comments only.
class LargestEcho final : public Typed<Number> {
public:
    LargestEcho(Compiler& compiler, const Node& node)
        : first_(static_cast<std::size_t>(node.slot)),
          second_(static_cast<std::size_t>(node.second_slot)),
          all_(node.has(Flag::all)),
          quiet_(node.has(Flag::quiet)),
          names_(compiler.variable(node.slot).name, compiler.variable(node.second_slot).name),
          body_(compiler.number(*node.part(Part::body))) {}

    Number value(Context& context) const override {
        const PositionId here = context.at;
        const auto first = context.remarks.size();
        Number best;
        context.cells[first_].bound = context.cells[second_].bound = true;
        context.cells[first_].position = here;
        for (PositionId other = 0; other < context.tree.size(); ++other) {
            if (other == here && !all_) continue;
            context.tick();
            const auto last = context.remarks.size();
            const Number value = value_at(context, other);
            const bool is_better = value && (!best || *value > *best);
            if (is_better && !quiet_) say_echo(context, names_.first, names_.second, other);
            context.keep_better(first, last, is_better);
            if (is_better) best = value;
        }
        context.cells[first_].bound = context.cells[second_].bound = false;
        return best;
    }

private:
    Number value_at(Context& context, PositionId other) const {
        context.cells[second_].position = other;
        const Visit visit(context, other);
        return body_->value(context);
    }

    std::size_t first_, second_;
    bool all_, quiet_;
    std::pair<std::string, std::string> names_;
    Ptr<Number> body_;
};

}  // namespace

std::optional<int> value_of(const Bound& bound, const Context& context) {
    if (!bound.is_variable()) return bound.number;
    const Cell& cell = context.cells[static_cast<std::size_t>(bound.slot)];
    if (!cell.bound) return std::nullopt;
    return cell.number;
}

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
        const auto low = value_of(range.low, context);
        const auto high = value_of(range.high, context);
        if (!holds(a) || !holds(b) || !low || !high) return std::nullopt;
        const std::int32_t run = common_run(context, a.id, b.id);
        return run >= *low && run <= *high ? Number(run) : Number{};
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

FilterPtr make_echo(Compiler& compiler, const Node& node) {
    if (node.type == Type::numeric) return std::make_unique<LargestEcho>(compiler, node);
    return std::make_unique<Echo>(compiler, node);
}

}  // namespace cofnod::cql
