#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "cql/run/compiler.hpp"

/// Numeric filters: arithmetic, set sizes, files and ranks, piece values, move numbers.
namespace cofnod::cql {

namespace {

Number wrapped(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); }

/// Returns the floor of the square root; std::sqrt is exact enough for 32 bits.
Number square_root(const Context&, Number value) {
    if (*value < 0) return std::nullopt;
    return static_cast<std::int32_t>(std::sqrt(static_cast<double>(*value)));
}

int power_of(const PieceSets& board, Bitboard squares) {
    const auto count = [&](Role role) { return (board.of(role) & squares).count(); };
    return count(Role::pawn) + 3 * (count(Role::knight) + count(Role::bishop)) + 5 * count(Role::rook) +
           9 * count(Role::queen);
}

int type_at(const PieceSets& board, Square square) {
    const int kind = board.kind_at(square);
    return kind == PieceSets::empty ? 0 : kind % notation::role_count + 1;
}

template <typename Value>
FilterPtr best_of(std::vector<Ptr<Value>> operands, bool largest) {
    return computed<Value>([operands = std::move(operands), largest](Context& context) {
        Value best;
        const auto first = context.remarks.size();
        for (const auto& operand : operands) {
            const auto last = context.remarks.size();
            Value value = operand->value(context);
            const bool is_better = value && (!best || (largest ? *value > *best : *value < *best));
            context.keep_better(first, last, is_better);
            if (is_better) best = std::move(value);
        }
        return best;
    });
}

/// Returns the halfmove clock, the fifth field of a FEN; 0 if missing.
std::int32_t halfmove_clock_of(std::string_view fen) {
    for (int field = 0; field < 4; ++field) fen.remove_prefix(std::min(fen.find(' '), fen.size() - 1) + 1);
    std::int32_t clock = 0;
    std::from_chars(fen.data(), fen.data() + fen.size(), clock);
    return std::max(clock, 0);
}

std::int32_t halfmove_clock(const Context& context) {
    const GameTree& tree = context.tree;
    const auto occupied = [&](PositionId id) { return tree[id].board.of(PieceSets::occupied).count(); };
    const auto pawns = [&](PositionId id) { return tree[id].board.of(Role::pawn); };
    std::int32_t clock = 0;
    for (PositionId id = context.at; id > 0; ++clock) {
        const PositionId before = tree.parent(id);
        if (occupied(id) != occupied(before) || !(pawns(id) == pawns(before))) return clock;
        id = before;
    }
    const std::string_view start = context.game->start;
    return clock + (start.empty() ? 0 : halfmove_clock_of(start));
}

}  // namespace

Number calculate(Operator op, std::int64_t a, std::int64_t b) {
    switch (op) {
        case Operator::add: return wrapped(a + b);
        case Operator::subtract: return wrapped(a - b);
        case Operator::multiply: return wrapped(a * b);
        case Operator::divide: return b == 0 ? Number{} : wrapped(a / b);
        case Operator::remainder: return b == 0 ? Number{} : wrapped(a % b);
        default: return std::nullopt;
    }
}

FilterPtr make_integer(Compiler&, const Node& node) {
    return computed<Number>([value = node.number](Context&) { return value; });
}

FilterPtr make_color_constant(Compiler&, const Node& node) {
    return computed<Number>([value = node.side == Side::black ? -1 : 1](Context&) { return value; });
}

FilterPtr make_negative(Compiler& compiler, const Node& node) {
    return of_one<Number, Number>(compiler, node, [](const Context&, Number a) { return wrapped(-std::int64_t{*a}); });
}

FilterPtr make_absolute(Compiler& compiler, const Node& node) {
    return of_one<Number, Number>(compiler, node,
                                  [](const Context&, Number a) { return wrapped(std::abs(std::int64_t{*a})); });
}

FilterPtr make_square_root(Compiler& compiler, const Node& node) {
    return of_one<Number, Number>(compiler, node, square_root);
}

FilterPtr make_maximum(Compiler& compiler, const Node& node) {
    const bool largest = node.kind == Kind::maximum;
    if (node.type == Type::string) return best_of(compiler.all<Text>(node), largest);
    return best_of(compiler.all<Number>(node), largest);
}

FilterPtr make_minimum(Compiler& compiler, const Node& node) { return make_maximum(compiler, node); }

FilterPtr make_largest_clone(Compiler& compiler, const Node& transform) {
    return best_of(compiler.all<Number>(transform, Part::clone), true);
}

FilterPtr make_size(Compiler& compiler, const Node& node) {
    if (node.children.empty())
        return computed<Number>([slot = static_cast<std::size_t>(node.slot)](Context& context) {
            return static_cast<std::int32_t>(context.dictionaries[slot].entries.size());
        });
    if (node.child(0).type == Type::string)
        return of_one<Number, Text>(compiler, node, [](const Context&, const Text& text) {
            return Number(static_cast<std::int32_t>(text->size()));
        });
    return of_one<Number, SetValue>(compiler, node,
                                    [](const Context&, SetValue set) { return Number(set.squares.count()); });
}

FilterPtr make_arithmetic(Compiler& compiler, const Node& node) {
    return of_two<Number, Number>(compiler, node,
                                  [op = node.op](const Context&, Number a, Number b) { return calculate(op, *a, *b); });
}

FilterPtr make_power(Compiler& compiler, const Node& node) {
    return of_one<Number, SetValue>(compiler, node, [](const Context& context, SetValue set) {
        return Number(power_of(context.now->board, set.squares));
    });
}

FilterPtr make_piece_type(Compiler& compiler, const Node& node) {
    return of_one_square<Number>(compiler, node, [](const Context& context, Square square) -> Number {
        return type_at(context.now->board, square);
    });
}

FilterPtr make_color_type(Compiler& compiler, const Node& node) {
    return of_one_square<Number>(compiler, node, [](const Context& context, Square square) -> Number {
        const int type = type_at(context.now->board, square);
        return context.now->board.of(Color::black).contains(square) ? -type : type;
    });
}

FilterPtr make_rank(Compiler& compiler, const Node& node) {
    return of_one_square<Number>(
        compiler, node, [](const Context&, Square square) -> Number { return static_cast<int>(square.rank()) + 1; });
}

FilterPtr make_file(Compiler& compiler, const Node& node) {
    return of_one_square<Number>(
        compiler, node, [](const Context&, Square square) -> Number { return static_cast<int>(square.file()) + 1; });
}

FilterPtr make_piece_id(Compiler& compiler, const Node& node) {
    return of_one_square<Number>(compiler, node, [](Context& context, Square square) -> Number {
        const auto piece = context.tree.identities(context.at)[static_cast<std::size_t>(square.index())];
        return piece == 0 ? Number{} : Number(piece);
    });
}

FilterPtr make_ply(Compiler&, const Node&) {
    return computed<Number>([](Context& context) { return context.tree.ply(context.at); });
}

FilterPtr make_move_number(Compiler&, const Node&) {
    return computed<Number>([](Context& context) { return context.tree.move_number(context.at); });
}

FilterPtr make_halfmove_clock(Compiler&, const Node&) { return computed<Number>(halfmove_clock); }

FilterPtr make_depth(Compiler&, const Node&) {
    return computed<Number>([](Context& context) { return context.tree.depth(context.at); });
}

FilterPtr make_position_id(Compiler&, const Node&) {
    return computed<Number>([](Context& context) { return context.at; });
}

FilterPtr make_side_to_move(Compiler&, const Node&) {
    return computed<Number>([](Context& context) { return context.now->turn == Color::white ? 1 : -1; });
}

// Comparisons; a true comparison has the value of the left operand.

namespace {

bool are_same(SetValue a, SetValue b) { return a.squares == b.squares; }
bool are_same(const Number& a, const Number& b) { return a == b; }
bool are_same(const Text& a, const Text& b) { return a == b; }
bool are_same(Position a, Position b) { return a.id == b.id; }
bool are_same(bool a, bool b) { return a == b; }

/// Compares a number, or the size of a set, with a constant: the most frequent comparisons.
template <Operator op>
FilterPtr against(Compiler& compiler, const Node& comparison) {
    const std::int32_t fixed = comparison.child(1).number;
    if (!is_size_of_set(comparison.child(0)))
        return of_one<Number, Number>(compiler, comparison, [fixed](const Context&, Number value) {
            return compare(op, *value, fixed) ? value : Number{};
        });
    return of_one<Number, SetValue>(compiler, comparison.child(0), [fixed](const Context&, SetValue set) {
        const std::int32_t size = set.squares.count();
        return compare(op, size, fixed) ? Number(size) : Number{};
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

FilterPtr compare_with_constant(Compiler& compiler, const Node& node) {
    switch (node.op) {
        case Operator::less: return against<Operator::less>(compiler, node);
        case Operator::less_equal: return against<Operator::less_equal>(compiler, node);
        case Operator::equal: return against<Operator::equal>(compiler, node);
        case Operator::not_equal: return against<Operator::not_equal>(compiler, node);
        case Operator::greater_equal: return against<Operator::greater_equal>(compiler, node);
        default: return against<Operator::greater>(compiler, node);
    }
}

FilterPtr compare_numbers(Compiler& compiler, const Node& node) {
    if (node.child(1).kind == Kind::integer) return compare_with_constant(compiler, node);
    return computed<Number>([op = node.op, left = compiler.number(node.child(0)),
                             right = compiler.number(node.child(1))](Context& context) -> Number {
        const Number a = left->value(context);
        if (!a) return a;
        const Number b = right->value(context);
        return b && compare(op, *a, *b) ? a : Number{};
    });
}

FilterPtr compare_sets(Compiler& compiler, const Node& node) {
    const bool equal = node.op == Operator::equal;
    return of_two<SetValue, SetValue>(compiler, node, [equal](const Context&, SetValue a, SetValue b) -> SetValue {
        if ((a.squares == b.squares) != equal) return none<SetValue>();
        return {a.squares, true, true};
    });
}

FilterPtr compare_texts(Compiler& compiler, const Node& node) {
    if (node.child(1).kind == Kind::string)
        return of_one<Text, Text>(compiler, node, [op = node.op, right = node.child(1).text](const Context&, Text a) {
            return compare(op, *a, right) ? a : Text{};
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
    return of_two<Position, Position>(compiler, node, [op = node.op](const Context& context, Position a, Position b) {
        return compare_positions(context.tree, op, a.id, b.id) ? a : Position{};
    });
}

/// Returns n if a comparison is equivalent to `size >= n` or to its negation; otherwise nullopt.
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
    if (!is_size_of_set(left) || right.kind != Kind::integer || right.number > 1000 || right.number < 0) return nullptr;
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
