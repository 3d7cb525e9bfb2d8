#include <algorithm>
#include <stdexcept>

#include "cql/run/compiler.hpp"

/// Comparisons; a true comparison has the value of the left operand.
namespace cofnod::cql {

namespace {

bool are_same(SetValue a, SetValue b) { return a.squares == b.squares; }
bool are_same(const Number& a, const Number& b) { return a == b; }
bool are_same(const Text& a, const Text& b) { return a == b; }
bool are_same(Position a, Position b) { return a.id == b.id; }
bool are_same(bool a, bool b) { return a == b; }

/// Compares a number with a constant, the most frequent comparison.
template <Operator op>
FilterPtr against(Ptr<Number> left, std::int32_t fixed) {
    return computed<Number>([left = std::move(left), fixed](Context& context) -> Number {
        const Number value = left->value(context);
        return value && compare(op, *value, fixed) ? value : Number{};
    });
}

/// Compares the size of a set with a constant.
template <Operator op>
FilterPtr size_against(Ptr<SetValue> set, std::int32_t fixed) {
    return computed<Number>([set = std::move(set), fixed](Context& context) -> Number {
        const SetValue value = set->value(context);
        const std::int32_t size = value.squares.count();
        return value.known && compare(op, size, fixed) ? Number(size) : Number{};
    });
}

/// Compares the size of a set with one or two, without counting.
FilterPtr few_against(Ptr<SetValue> set, std::int32_t least, bool at_least) {
    return computed<bool>([set = std::move(set), two = least == 2, at_least](Context& context) {
        const SetValue value = set->value(context);
        const bool enough = two ? value.squares.has_several() : !value.squares.empty();
        return value.known && enough == at_least;
    });
}

template <template <Operator> typename Make, typename Operand>
FilterPtr with_operator(Operator op, Operand operand, std::int32_t fixed) {
    switch (op) {
        case Operator::less: return Make<Operator::less>::make(std::move(operand), fixed);
        case Operator::less_equal: return Make<Operator::less_equal>::make(std::move(operand), fixed);
        case Operator::equal: return Make<Operator::equal>::make(std::move(operand), fixed);
        case Operator::not_equal: return Make<Operator::not_equal>::make(std::move(operand), fixed);
        case Operator::greater_equal: return Make<Operator::greater_equal>::make(std::move(operand), fixed);
        default: return Make<Operator::greater>::make(std::move(operand), fixed);
    }
}

template <Operator op>
struct Against {
    static FilterPtr make(Ptr<Number> left, std::int32_t fixed) { return against<op>(std::move(left), fixed); }
};
template <Operator op>
struct SizeAgainst {
    static FilterPtr make(Ptr<SetValue> set, std::int32_t fixed) { return size_against<op>(std::move(set), fixed); }
};

FilterPtr compare_numbers(Compiler& compiler, const Node& node) {
    const Node& left = node.child(0);
    const Node& right = node.child(1);
    if (right.kind == Kind::integer) {
        const bool is_size = left.kind == Kind::size && !left.children.empty() && left.child(0).type == Type::set;
        if (is_size) return with_operator<SizeAgainst>(node.op, compiler.set(left.child(0)), right.number);
        return with_operator<Against>(node.op, compiler.number(left), right.number);
    }
    return computed<Number>(
        [op = node.op, left = compiler.number(left), right = compiler.number(right)](Context& context) -> Number {
            const Number a = left->value(context);
            if (!a) return a;
            const Number b = right->value(context);
            return b && compare(op, *a, *b) ? a : Number{};
        });
}

FilterPtr compare_sets(Compiler& compiler, const Node& node) {
    return computed<SetValue>([equal = node.op == Operator::equal, left = compiler.set(node.child(0)),
                               right = compiler.set(node.child(1))](Context& context) -> SetValue {
        const SetValue a = left->value(context);
        const SetValue b = right->value(context);
        if (!a.known || !b.known || (a.squares == b.squares) != equal) return none<SetValue>();
        return {a.squares, true, true};
    });
}

FilterPtr compare_texts(Compiler& compiler, const Node& node) {
    if (node.child(1).kind == Kind::string)
        return computed<Text>(
            [op = node.op, left = compiler.text(node.child(0)), right = node.child(1).text](Context& context) -> Text {
                Text a = left->value(context);
                return a && compare(op, *a, right) ? a : Text{};
            });
    return computed<Text>([op = node.op, at = node.span, left = compiler.text(node.child(0)),
                           right = compiler.text(node.child(1))](Context& context) -> Text {
        Text a = left->value(context);
        if (!a) return a;
        const Held held(context.account, at, bytes_of(*a));
        const Text b = right->value(context);
        return b && compare(op, *a, *b) ? a : Text{};
    });
}

bool compare_positions(const GameTree& tree, Operator op, PositionId a, PositionId b) {
    switch (op) {
        case Operator::is_ancestor: return a != b && tree.leads_to(a, b);
        case Operator::is_ancestor_or_same: return tree.leads_to(a, b);
        case Operator::is_descendant: return a != b && tree.leads_to(b, a);
        case Operator::is_descendant_or_same: return tree.leads_to(b, a);
        default: return compare(op, a, b);
    }
}

FilterPtr compare_positions(Compiler& compiler, const Node& node) {
    return computed<Position>([op = node.op, left = compiler.position(node.child(0)),
                               right = compiler.position(node.child(1))](Context& context) -> Position {
        const Position a = left->value(context);
        const Position b = right->value(context);
        const bool true_of_both = holds(a) && holds(b) && compare_positions(context.tree, op, a.id, b.id);
        return true_of_both ? a : Position{};
    });
}

/// Returns the minimum size of a set if a comparison is equivalent to one.
std::optional<std::int32_t> least_of(Operator op, std::int32_t fixed) {
    if (op == Operator::greater_equal || op == Operator::less) return fixed;
    if (op == Operator::greater || op == Operator::less_equal) return fixed + 1;
    if ((op == Operator::equal || op == Operator::not_equal) && fixed == 0) return 1;
    return std::nullopt;
}

}  // namespace

FilterPtr make_comparison_truth(Compiler& compiler, const Node& node) {
    if (node.kind != Kind::comparison || node.child(0).type != Type::numeric) return nullptr;
    const Node& left = node.child(0);
    const Node& right = node.child(1);
    const bool is_size = left.kind == Kind::size && !left.children.empty() && left.child(0).type == Type::set;
    if (!is_size || right.kind != Kind::integer || right.number > 1000 || right.number < 0) return nullptr;
    const auto least = least_of(node.op, right.number);
    if (!least || *least < 1 || *least > 2) return nullptr;
    const bool at_least =
        node.op == Operator::greater_equal || node.op == Operator::greater || node.op == Operator::not_equal;
    return few_against(compiler.set(left.child(0)), *least, at_least);
}

FilterPtr make_comparison(Compiler& compiler, const Node& node) {
    switch (node.child(0).type) {
        case Type::set: return compare_sets(compiler, node);
        case Type::numeric: return compare_numbers(compiler, node);
        case Type::string: return compare_texts(compiler, node);
        case Type::position: return compare_positions(compiler, node);
        case Type::boolean:
        case Type::dictionary: break;
    }
    throw std::logic_error("this type is not compared");
}

FilterPtr make_same_value(Compiler& compiler, const Node& node) {
    return with_type(node.child(0).type, [&]<typename Value>(std::type_identity<Value>) {
        return computed<bool>([left = compiler.typed<Value>(node.child(0)),
                               right = compiler.typed<Value>(node.child(1))](Context& context) {
            const Value value = left->value(context);
            return are_same(value, right->value(context));
        });
    });
}

}  // namespace cofnod::cql
