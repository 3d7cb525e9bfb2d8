#include "cql/run/conditions.hpp"
#include "cql/run/finds.hpp"

/// Transforms: combination of the values of clones.
namespace cofnod::cql {

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
