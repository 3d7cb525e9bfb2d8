#include "cql/effects.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/conditions.hpp"
#include "cql/run/finds.hpp"

/// Logical filters: constants, juxtaposition, and, or, not, if.
namespace cofnod::cql {

namespace {

/// Rolls back comments on failure.
class Rollback {
public:
    explicit Rollback(Context& context) : context_(context), size_(context.remarks.size()) {}
    bool operator()(bool kept) {
        if (!kept && context_.remarks.size() > size_) context_.remarks.resize(size_);
        return kept;
    }

private:
    Context& context_;
    std::size_t size_;
};

bool all_hold(const Filters& filters, Context& context) {
    for (const auto& filter : filters)
        if (!filter->test(context)) return false;
    return true;
}

/// Compiles all children but the last as conditions.
Filters all_but_last(Compiler& compiler, const Node& node) {
    Filters result;
    for (std::size_t i = 0; i + 1 < node.children.size(); ++i) result.push_back(compiler.condition(node.child(i)));
    return result;
}

/// Returns true if an argument may be substituted into the body: it is cheap, and the body does not leave the position.
bool can_stand_in(const Node& argument, const Node& body) {
    if (argument.kind != Kind::assign || argument.op != Operator::none) return false;
    const Kind kind = argument.part(Part::value)->kind;
    const Effects effects = effects_of(body);
    return kind == Kind::designator && !effects.leaves_position && argument.slot < 63 &&
           (effects.writes >> argument.slot & 1U) == 0;
}

}  // namespace

FilterPtr make_constant(Compiler&, const Node& node) {
    return computed<bool>([value = node.number != 0](Context&) { return value; });
}

/// Makes a conjunction with the value of the last filter.
FilterPtr make_block(Compiler& compiler, const Node& node) {
    if (node.children.size() == 1) return compiler.filter(node.child(0));
    if (node.type == Type::boolean) return compiler.condition(node);
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) {
        Filters conditions = all_but_last(compiler, node);
        Ptr<Value> last = compiler.typed<Value>(node.child(node.children.size() - 1));
        return computed<Value>([conditions = std::move(conditions), last = std::move(last)](Context& context) {
            Rollback rollback(context);
            if (!rollback(all_hold(conditions, context))) return none<Value>();
            auto value = last->value(context);
            rollback(holds(value));
            return value;
        });
    });
}

FilterPtr make_disjunction(Compiler& compiler, const Node& node) {
    Filters filters;
    for (const Child& child : node.children) filters.push_back(compiler.condition(*child.tree));
    return computed<bool>([filters = std::move(filters)](Context& context) {
        for (const auto& filter : filters) {
            Rollback rollback(context);
            if (rollback(filter->test(context))) return true;
        }
        return false;
    });
}

/// Makes a call: assigns the arguments, with or without values, then evaluates the body.
FilterPtr make_let(Compiler& compiler, const Node& node) {
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) -> FilterPtr {
        const Node& called = node.child(node.children.size() - 1);
        Filters arguments;
        std::vector<std::pair<Slot, const Node*>> before;
        for (std::size_t i = 0; i + 1 < node.children.size(); ++i) {
            const Node& argument = node.child(i);
            if (!can_stand_in(argument, called)) {
                arguments.push_back(compiler.condition(argument));
                continue;
            }
            before.emplace_back(argument.slot, compiler.stand_in(argument.slot));
            compiler.set_stand_in(argument.slot, argument.part(Part::value));
        }
        Ptr<Value> body = compiler.typed<Value>(called);
        for (const auto& [slot, filter] : before) compiler.set_stand_in(slot, filter);
        if (arguments.empty()) return FilterPtr(std::move(body));
        return computed<Value>([arguments = std::move(arguments), body = std::move(body)](Context& context) -> Value {
            for (const auto& argument : arguments) argument->test(context);
            return body->value(context);
        });
    });
}

FilterPtr make_conditional(Compiler& compiler, const Node& node) {
    FilterPtr condition = compiler.condition(node.child(0));
    if (node.children.size() == 2)
        return computed<bool>([condition = std::move(condition), then = compiler.condition(node.child(1))](
                                  Context& context) { return !condition->test(context) || then->test(context); });
    if (node.type == Type::boolean)
        return computed<bool>([condition = std::move(condition), then = compiler.condition(node.child(1)),
                               otherwise = compiler.condition(node.child(2))](Context& context) {
            return condition->test(context) ? then->test(context) : otherwise->test(context);
        });
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) {
        return computed<Value>([condition = std::move(condition), then = compiler.typed<Value>(node.child(1)),
                                otherwise = compiler.typed<Value>(node.child(2))](Context& context) -> Value {
            return condition->test(context) ? then->value(context) : otherwise->value(context);
        });
    });
}

FilterPtr make_no_transform(Compiler& compiler, const Node& node) { return compiler.filter(node.child(0)); }

FilterPtr make_conjunction(Compiler& compiler, const Node& node) { return compiler.condition(node); }

FilterPtr make_negation(Compiler& compiler, const Node& node) {
    return computed<bool>([filter = compiler.condition(node.child(0))](Context& context) {
        Rollback rollback(context);
        const bool result = !filter->test(context);
        rollback(false);  // comments made inside a negation are dropped
        return result;
    });
}

// Transforms: combination of their clones' values.

namespace {

template <typename Value>
std::vector<Ptr<Value>> clones_of(Compiler& compiler, const Node& node) {
    std::vector<Ptr<Value>> clones;
    for (const Child& child : node.children)
        if (child.part == Part::clone) clones.push_back(compiler.typed<Value>(*child.tree));
    return clones;
}

Filters conditions_of(Compiler& compiler, const Node& node) {
    Filters clones;
    for (const Child& child : node.children)
        if (child.part == Part::clone) clones.push_back(compiler.condition(*child.tree));
    return clones;
}

FilterPtr union_of_clones(Compiler& compiler, const Node& node) {
    return computed<SetValue>([clones = clones_of<SetValue>(compiler, node)](Context& context) -> SetValue {
        auto result = none<SetValue>();
        for (const auto& clone : clones) {
            const SetValue value = clone->value(context);
            result.squares |= value.squares;
            result.known |= value.known;
            result.compared |= value.compared;
        }
        return result;
    });
}

FilterPtr largest_clone(Compiler& compiler, const Node& node) {
    return computed<Number>([clones = clones_of<Number>(compiler, node)](Context& context) {
        Number best;
        const auto first = context.remarks.size();
        for (const auto& clone : clones) {
            const auto last = context.remarks.size();
            const Number value = clone->value(context);
            const bool is_better = value && (!best || *value > *best);
            context.keep_better(first, last, is_better);
            if (is_better) best = value;
        }
        return best;
    });
}

FilterPtr count_of_clones(Compiler& compiler, const Node& node) {
    return computed<Number>([range = node.range, clones = conditions_of(compiler, node)](Context& context) -> Number {
        int count = 0;
        for (const auto& clone : clones) count += clone->test(context) ? 1 : 0;
        if (!range) return count;
        const auto limits = limits_of(*range, context);
        return limits && limits->contain(count) ? Number(count) : Number{};
    });
}

}  // namespace

FilterPtr make_transform(Compiler& compiler, const Node& node) {
    switch (node.merge) {
        case Merge::any: return make_some_clone(compiler, node);
        case Merge::unite: return union_of_clones(compiler, node);
        case Merge::maximum: return largest_clone(compiler, node);
        case Merge::count: return count_of_clones(compiler, node);
    }
    return nullptr;
}

}  // namespace cofnod::cql
