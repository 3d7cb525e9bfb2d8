#include "cql/run/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cql/run/compiler.hpp"

/// Numeric filters: arithmetic, set sizes, files and ranks, piece values, move numbers.
namespace cofnod::cql {

namespace {

Number wrapped(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); }

/// Returns the floor of the square root; std::sqrt is exact enough for 32 bits.
Number square_root(std::int32_t value) {
    if (value < 0) return std::nullopt;
    return static_cast<std::int32_t>(std::sqrt(static_cast<double>(value)));
}

int power_of(const PieceSets& board, Bitboard squares) {
    const auto count = [&](Role role) { return (board.of(role) & squares).count(); };
    return count(Role::pawn) + 3 * (count(Role::knight) + count(Role::bishop)) + 5 * count(Role::rook) +
           9 * count(Role::queen);
}

/// Applies a function to the only square of a set; no value for any other size.
template <typename Function>
FilterPtr of_one_square(Compiler& compiler, const Node& node, Function function) {
    return computed<Number>([set = compiler.set(node.child(0)), function](Context& context) -> Number {
        const SetValue value = set->value(context);
        if (value.squares.empty() || value.squares.has_several()) return std::nullopt;
        return function(context, value.squares.first());
    });
}

template <typename Function>
FilterPtr of_number(Compiler& compiler, const Node& node, Function function) {
    return computed<Number>([number = compiler.number(node.child(0)), function](Context& context) -> Number {
        const Number value = number->value(context);
        return value ? function(*value) : Number{};
    });
}

template <typename Function>
FilterPtr of_context(Function function) {
    return computed<Number>([function](Context& context) -> Number { return function(context); });
}

int type_at(const PieceSets& board, Square square) {
    const int kind = board.kind_at(square);
    return kind == PieceSets::empty ? 0 : kind % notation::role_count + 1;
}

template <typename Value, typename Better>
FilterPtr best_of(Compiler& compiler, const Node& node, Better better) {
    std::vector<Ptr<Value>> operands;
    for (const Child& child : node.children) operands.push_back(compiler.typed<Value>(*child.tree));
    return computed<Value>([operands = std::move(operands), better](Context& context) {
        Value best;
        const auto first = context.remarks.size();
        for (const auto& operand : operands) {
            const auto last = context.remarks.size();
            Value value = operand->value(context);
            const bool is_better = value && (!best || better(*value, *best));
            context.keep_better(first, last, is_better);
            if (is_better) best = std::move(value);
        }
        return best;
    });
}

FilterPtr make_best(Compiler& compiler, const Node& node) {
    const bool largest = node.kind == Kind::maximum;
    const auto better = [largest](const auto& a, const auto& b) { return largest ? a > b : a < b; };
    if (node.type == Type::string) return best_of<Text>(compiler, node, better);
    return best_of<Number>(compiler, node, better);
}

/// Returns the fifth field of a FEN; 0 if missing.
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
    return of_context([value = node.number](Context&) { return value; });
}

FilterPtr make_color_constant(Compiler&, const Node& node) {
    return of_context([value = node.side == Side::black ? -1 : 1](Context&) { return value; });
}

FilterPtr make_negative(Compiler& compiler, const Node& node) {
    return of_number(compiler, node, [](std::int32_t a) { return wrapped(-std::int64_t{a}); });
}

FilterPtr make_absolute(Compiler& compiler, const Node& node) {
    return of_number(compiler, node, [](std::int32_t a) { return wrapped(std::abs(std::int64_t{a})); });
}

FilterPtr make_square_root(Compiler& compiler, const Node& node) { return of_number(compiler, node, square_root); }

FilterPtr make_minimum(Compiler& compiler, const Node& node) { return make_best(compiler, node); }

FilterPtr make_maximum(Compiler& compiler, const Node& node) { return make_best(compiler, node); }

FilterPtr make_size(Compiler& compiler, const Node& node) {
    if (node.children.empty())
        return of_context([slot = static_cast<std::size_t>(node.slot)](Context& context) {
            return static_cast<std::int32_t>(context.dictionaries[slot].entries.size());
        });
    if (node.child(0).type == Type::string)
        return computed<Number>([text = compiler.text(node.child(0))](Context& context) -> Number {
            const Text value = text->value(context);
            return value ? Number(static_cast<std::int32_t>(value->size())) : Number{};
        });
    return computed<Number>([set = compiler.set(node.child(0))](Context& context) -> Number {
        const SetValue value = set->value(context);
        return value.known ? Number(value.squares.count()) : Number{};
    });
}

FilterPtr make_arithmetic(Compiler& compiler, const Node& node) {
    return computed<Number>([op = node.op, left = compiler.number(node.child(0)),
                             right = compiler.number(node.child(1))](Context& context) -> Number {
        const Number a = left->value(context);
        const Number b = right->value(context);
        return a && b ? calculate(op, *a, *b) : Number{};
    });
}

FilterPtr make_power(Compiler& compiler, const Node& node) {
    return computed<Number>([set = compiler.set(node.child(0))](Context& context) -> Number {
        const SetValue value = set->value(context);
        return value.known ? Number(power_of(context.now->board, value.squares)) : Number{};
    });
}

FilterPtr make_piece_type(Compiler& compiler, const Node& node) {
    return of_one_square(compiler, node, [](const Context& context, Square square) -> Number {
        return type_at(context.now->board, square);
    });
}

FilterPtr make_color_type(Compiler& compiler, const Node& node) {
    return of_one_square(compiler, node, [](const Context& context, Square square) -> Number {
        const int type = type_at(context.now->board, square);
        return context.now->board.of(Color::black).contains(square) ? -type : type;
    });
}

FilterPtr make_rank(Compiler& compiler, const Node& node) {
    return of_one_square(compiler, node,
                         [](const Context&, Square square) -> Number { return static_cast<int>(square.rank()) + 1; });
}

FilterPtr make_file(Compiler& compiler, const Node& node) {
    return of_one_square(compiler, node,
                         [](const Context&, Square square) -> Number { return static_cast<int>(square.file()) + 1; });
}

FilterPtr make_piece_id(Compiler& compiler, const Node& node) {
    return of_one_square(compiler, node, [](Context& context, Square square) -> Number {
        const auto piece = context.tree.identities(context.at)[static_cast<std::size_t>(square.index())];
        return piece == 0 ? Number{} : Number(piece);
    });
}

FilterPtr make_ply(Compiler&, const Node&) {
    return of_context([](Context& context) { return context.tree.ply(context.at); });
}

FilterPtr make_move_number(Compiler&, const Node&) {
    return of_context([](Context& context) { return context.tree.move_number(context.at); });
}

FilterPtr make_halfmove_clock(Compiler&, const Node&) { return of_context(halfmove_clock); }

FilterPtr make_depth(Compiler&, const Node&) {
    return of_context([](Context& context) { return context.tree.depth(context.at); });
}

FilterPtr make_position_id(Compiler&, const Node&) {
    return of_context([](Context& context) { return context.at; });
}

FilterPtr make_side_to_move(Compiler&, const Node&) {
    return of_context([](Context& context) { return context.now->turn == Color::white ? 1 : -1; });
}

}  // namespace cofnod::cql
