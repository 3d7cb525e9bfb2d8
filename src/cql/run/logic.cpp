#include "cql/effects.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/finds.hpp"

/// Logical filters: constants, juxtaposition, and, or, not, if.
namespace cofnod::cql {

namespace {

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
        Filters conditions;
        for (std::size_t i = 0; i + 1 < node.children.size(); ++i)
            conditions.push_back(compiler.condition(node.child(i)));
        Ptr<Value> last = compiler.typed<Value>(node.child(node.children.size() - 1));
        return computed<Value>([conditions = std::move(conditions), last = std::move(last)](Context& context) {
            const auto remarks = context.remarks.size();
            Value value = all_hold(conditions, context) ? last->value(context) : none<Value>();
            if (!holds(value)) context.drop_remarks(remarks);
            return value;
        });
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
        const auto remarks = context.remarks.size();
        const bool result = !filter->test(context);
        context.drop_remarks(remarks);  // those made inside a negation
        return result;
    });
}

// Transforms: combination of their clones' values.

namespace {

FilterPtr union_of_clones(Compiler& compiler, const Node& node) {
    return computed<SetValue>([clones = compiler.all<SetValue>(node, Part::clone)](Context& context) -> SetValue {
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

FilterPtr count_of_clones(Compiler& compiler, const Node& node) {
    return computed<Number>(
        [range = node.range, clones = compiler.conditions(node, Part::clone)](Context& context) -> Number {
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
        case Merge::maximum: return make_largest_clone(compiler, node);
        case Merge::count: return count_of_clones(compiler, node);
    }
    return nullptr;
}

}  // namespace cofnod::cql
