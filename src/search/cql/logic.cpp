#include "search/cql/compiler.hpp"

/// Truth, juxtaposition, and, or, not, if.
namespace cofnod::search::cql {

namespace {

/// Takes back the comments of what failed.
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

bool any_holds(const Filters& filters, Context& context) {
    for (const auto& filter : filters) {
        Rollback rollback(context);
        if (rollback(filter->test(context))) return true;
    }
    return false;
}

/// Filters that must hold, and the last, whose value it is.
FilterPtr make_block(Compiler& compiler, const Node& node) {
    if (node.children.size() == 1) return compiler.filter(node.child(0));
    if (node.type == Type::boolean) {
        return computed<bool>([filters = compiler.conjuncts(node)](Context& context) {
            Rollback rollback(context);
            return rollback(all_hold(filters, context));
        });
    }
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) {
        Filters conditions = compiler.all(node);
        Ptr<Value> last(static_cast<const Typed<Value>*>(conditions.back().release()));
        conditions.pop_back();
        return computed<Value>([conditions = std::move(conditions), last = std::move(last)](Context& context) {
            Rollback rollback(context);
            if (!rollback(all_hold(conditions, context))) return none<Value>();
            auto value = last->value(context);
            rollback(holds(value));
            return value;
        });
    });
}

/// Arguments of a call, which are assigned whether or not they have a value, and what is called.
FilterPtr make_let(Compiler& compiler, const Node& node) {
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) {
        Filters arguments = compiler.all(node);
        Ptr<Value> body(static_cast<const Typed<Value>*>(arguments.back().release()));
        arguments.pop_back();
        return computed<Value>([arguments = std::move(arguments), body = std::move(body)](Context& context) -> Value {
            for (const auto& argument : arguments) argument->test(context);
            return body->value(context);
        });
    });
}

FilterPtr make_conditional(Compiler& compiler, const Node& node) {
    FilterPtr condition = compiler.filter(node.child(0));
    if (node.children.size() == 2)
        return computed<bool>([condition = std::move(condition), then = compiler.filter(node.child(1))](
                                  Context& context) { return !condition->test(context) || then->test(context); });
    if (node.type == Type::boolean)
        return computed<bool>([condition = std::move(condition), then = compiler.filter(node.child(1)),
                               otherwise = compiler.filter(node.child(2))](Context& context) {
            return condition->test(context) ? then->test(context) : otherwise->test(context);
        });
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) {
        return computed<Value>([condition = std::move(condition), then = compiler.typed<Value>(node.child(1)),
                                otherwise = compiler.typed<Value>(node.child(2))](Context& context) -> Value {
            return condition->test(context) ? then->value(context) : otherwise->value(context);
        });
    });
}

}  // namespace

FilterPtr make_logic(Compiler& compiler, const Node& node) {
    switch (node.kind) {
        case Kind::constant: return computed<bool>([value = node.number != 0](Context&) { return value; });
        case Kind::let: return make_let(compiler, node);
        case Kind::block: return make_block(compiler, node);
        case Kind::no_transform: return compiler.filter(node.child(0));
        case Kind::conjunction:
            return computed<bool>([filters = compiler.conjuncts(node)](Context& context) {
                Rollback rollback(context);
                return rollback(all_hold(filters, context));
            });
        case Kind::disjunction:
            return computed<bool>(
                [filters = compiler.all(node)](Context& context) { return any_holds(filters, context); });
        case Kind::negation:
            return computed<bool>([filter = compiler.filter(node.child(0))](Context& context) {
                Rollback rollback(context);
                const bool result = !filter->test(context);
                rollback(false);  // nothing is said about what is not there
                return result;
            });
        case Kind::conditional: return make_conditional(compiler, node);
        default: return nullptr;
    }
}

}  // namespace cofnod::search::cql
