#include "cql/run/variables.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/numbers.hpp"

/// Filters that read and assign variables.
namespace cofnod::cql {

namespace {

[[noreturn]] void unbound(const Variable& variable) {
    throw UsageError(say("the variable '{}' is used before it has a value", variable.name),
                     say("assign it where every position comes by, or ask 'isbound {}' first", variable.name));
}

const Cell& bound_cell(const Context& context, std::size_t slot, const Variable& variable) {
    const Cell& cell = context.cells[slot];
    if (!cell.bound) unbound(variable);
    return cell;
}

template <typename Value>
FilterPtr make_assignment(Compiler& compiler, const Node& node) {
    const auto slot = static_cast<std::size_t>(node.slot);
    const Variable* variable = &compiler.variable(node.slot);
    return computed<bool>([slot, variable, op = node.op, at = node.span, is_argument = variable->name.empty(),
                           source = compiler.typed<Value>(*node.part(Part::value))](Context& context) {
        Value value = source->value(context);
        if (!is_known(value)) {
            if (is_argument) context.cells[slot].bound = false;
            return false;
        }
        // Persistent variables are initially 0 or empty.
        if (variable->persistent) context.cells[slot].bound = true;
        if (op != Operator::none) {
            value = combine(op, content<Value>(bound_cell(context, slot, *variable)), std::move(value));
            if (!is_known(value)) return false;
            if constexpr (std::is_same_v<Value, Text>) context.count_text(value->size(), at);
        }
        put(context, context.cells[slot], std::move(value), at);
        return true;
    });
}

}  // namespace

Bitboard square_of_piece(Context& context, const Cell& cell) {
    if (cell.piece == 0) return cell.squares;
    const auto& identities = context.tree.identities(context.at);
    for (int square = 0; square < chess::square_count; ++square)
        if (identities[static_cast<std::size_t>(square)] == cell.piece) return Square::from_index(square);
    return {};
}

bool follow_piece(Context& context, Cell& cell, Square square) {
    cell.piece = context.tree.identities(context.at)[static_cast<std::size_t>(square.index())];
    cell.bound = cell.piece != 0;
    cell.squares = square;
    return cell.bound;
}

SetValue combine(Operator op, SetValue a, SetValue b) {
    return {op == Operator::intersect ? a.squares & b.squares : a.squares | b.squares};
}

Text combine(Operator, const Text& a, const Text& b) { return a.value_or("") + b.value_or(""); }

Number combine(Operator op, Number a, Number b) { return calculate(op, *a, *b); }

Position combine(Operator, Position, Position b) { return b; }

FilterPtr make_variable(Compiler& compiler, const Node& node) {
    if (const Node* filter = compiler.stand_in(node.slot)) return compiler.filter(*filter);
    const auto slot = static_cast<std::size_t>(node.slot);
    // The script outlives its filters.
    const Variable* variable = &compiler.variable(node.slot);
    if (variable->is_piece)
        return computed<SetValue>([slot, variable](Context& context) -> SetValue {
            const Cell& cell = bound_cell(context, slot, *variable);
            return {square_of_piece(context, cell)};
        });
    return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) -> FilterPtr {
        if (variable->name.empty())  // an argument, possibly without a value
            return computed<Value>([slot](Context& context) -> Value {
                const Cell& cell = context.cells[slot];
                if constexpr (std::is_same_v<Value, Text>) context.count_text(cell.text.size());
                return cell.bound ? content<Value>(cell) : none<Value>();
            });
        return computed<Value>([slot, variable](Context& context) -> Value {
            const Cell& cell = bound_cell(context, slot, *variable);
            if constexpr (std::is_same_v<Value, Text>) context.count_text(cell.text.size());
            return content<Value>(cell);
        });
    });
}

FilterPtr make_assign(Compiler& compiler, const Node& node) {
    switch (node.part(Part::value)->type) {
        case Type::set: return make_assignment<SetValue>(compiler, node);
        case Type::numeric: return make_assignment<Number>(compiler, node);
        case Type::string: return make_assignment<Text>(compiler, node);
        case Type::position: return make_assignment<Position>(compiler, node);
        case Type::boolean:
        case Type::dictionary: break;
    }
    // A condition passed to a function has no value to store.
    return compiler.filter(*node.part(Part::value));
}

FilterPtr make_assign_if(Compiler& compiler, const Node& node) {
    return computed<bool>(
        [slot = static_cast<std::size_t>(node.slot), set = compiler.set(*node.part(Part::value))](Context& context) {
            const SetValue value = set->value(context);
            if (!holds(value)) return false;
            put(context, context.cells[slot], value, {});
            return true;
        });
}

FilterPtr make_assign_piece(Compiler& compiler, const Node& node) {
    return computed<bool>(
        [slot = static_cast<std::size_t>(node.slot), set = compiler.set(*node.part(Part::value))](Context& context) {
            const SetValue value = set->value(context);
            if (value.squares.empty() || value.squares.has_several()) return false;
            return follow_piece(context, context.cells[slot], value.squares.first());
        });
}

FilterPtr make_is_bound(Compiler&, const Node& node) {
    return computed<bool>(
        [slot = static_cast<std::size_t>(node.slot)](Context& context) { return context.cells[slot].bound; });
}

FilterPtr make_is_unbound(Compiler&, const Node& node) {
    return computed<bool>(
        [slot = static_cast<std::size_t>(node.slot)](Context& context) { return !context.cells[slot].bound; });
}

FilterPtr make_unbind(Compiler& compiler, const Node& node) {
    if (const Node* key = node.part(Part::key)) return make_unbind_key(compiler, node, *key);
    return computed<bool>([slot = static_cast<std::size_t>(node.slot)](Context& context) {
        context.unbind(context.cells[slot]);
        context.clear(context.dictionaries[slot]);
        return true;
    });
}

}  // namespace cofnod::cql
