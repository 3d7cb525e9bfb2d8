#include "evaluator.hpp"
#include "base/place.hpp"

#include <algorithm>
#include <stdexcept>

namespace cofnod::cql::plain {

namespace {

bool has(const Squares& squares, int square) { return squares[static_cast<std::size_t>(square)]; }

template <typename Predicate>
Squares squares_where(Predicate predicate) {
    Squares result;
    for (int square = 0; square < 64; ++square)
        if (predicate(square)) result.set(static_cast<std::size_t>(square));
    return result;
}

Squares pawns(const Board& board) {
    return squares_where([&](int square) {
        const int piece = board[static_cast<std::size_t>(square)];
        return piece != empty && piece % 6 == 0;
    });
}

}  // namespace

Value Evaluator::value(const Node& node, int at) {
    switch (node.kind) {
        case Kind::constant:
        case Kind::same_value:
        case Kind::block:
        case Kind::conjunction:
        case Kind::disjunction:
        case Kind::negation:
        case Kind::conditional:
        case Kind::let: return logic(node, at);
        case Kind::comparison: return comparison(node, at);
        case Kind::transform: return transform(node, at);
        case Kind::no_transform: return value(node.child(0), at);
        case Kind::move: return move(node, at);
        case Kind::dash: return dash(node, at);
        case Kind::line: return line(node, at);
        case Kind::path: return path(node, at);
        case Kind::variable:
        case Kind::assign:
        case Kind::piece_loop:
        case Kind::square_loop:
        case Kind::echo: return variable(node, at);
        default: break;
    }
    switch (node.type) {
        case Type::set: return node.kind == Kind::at ? place(node, at) : set(node, at);
        case Type::position: return place(node, at);
        case Type::numeric:
            if (node.kind == Kind::at || node.kind == Kind::find || node.kind == Kind::distance) return place(node, at);
            return number(node, at);
        default: break;
    }
    switch (node.kind) {
        case Kind::at:
        case Kind::ancestor:
        case Kind::descendant: return place(node, at);
        case Kind::subset: return set(node, at);
        default: return fact(node, at);
    }
}

Value Evaluator::logic(const Node& node, int at) {
    switch (node.kind) {
        case Kind::constant: return Value::of(node.number != 0);
        case Kind::same_value: {
            const Value a = value(node.child(0), at);
            const Value b = value(node.child(1), at);
            switch (node.child(0).type) {
                case Type::set: return Value::of(a.squares == b.squares);
                case Type::numeric: return Value::of(a.known == b.known && a.number == b.number);
                case Type::position: return Value::of(a.known == b.known && a.id == b.id);
                default: return Value::of(a.truth == b.truth);
            }
        }
        case Kind::block:
        case Kind::let: {
            Value last;
            for (const Child& child : node.children) {
                last = value(*child.tree, at);
                const bool is_argument = node.kind == Kind::let && child.part != Part::body;
                if (!is_argument && !last.truth) {
                    // The value of the last child is that of the whole, even if it is an empty set.
                    if (&child == &node.children.back()) return last;
                    return {};
                }
            }
            return last;
        }
        case Kind::conjunction:
            for (const Child& child : node.children)
                if (!holds(*child.tree, at)) return Value::of(false);
            return Value::of(true);
        case Kind::disjunction:
            for (const Child& child : node.children)
                if (holds(*child.tree, at)) return Value::of(true);
            return Value::of(false);
        case Kind::negation: return Value::of(!holds(node.child(0), at));
        default: break;
    }
    const bool condition = holds(node.child(0), at);
    if (!condition && node.children.size() < 3) return Value::of(true);
    const Value branch = value(node.child(condition ? 1 : 2), at);
    return node.type == Type::boolean ? Value::of(branch.truth) : branch;
}

std::optional<std::vector<Squares>> Evaluator::operands(const Node& node, int at) {
    std::vector<Squares> result;
    for (const Child& child : node.children) {
        const Value operand = value(*child.tree, at);
        if (!operand.known) return std::nullopt;
        result.push_back(operand.squares);
    }
    return result;
}

Value Evaluator::set(const Node& node, int at) {
    switch (node.kind) {
        case Kind::designator:
            return Value::of(squares_where([&](int square) {
                return node.squares.contains(chess::Square::from_index(square)) &&
                       (node.pieces >> board(at)[static_cast<std::size_t>(square)] & 1) != 0;
            }));
        case Kind::empty_set: return Value::of(Squares{});
        case Kind::pin: return pin(node, at);
        case Kind::from:
        case Kind::to: return fact(node, at);
        case Kind::make_square: {
            const Value file = value(node.child(0), at);
            const Value rank = value(node.child(1), at);
            if (!file.known || !rank.known) return {};
            const auto square = moved(0, file.number - 1, rank.number - 1);
            return square ? Value::of(Squares{}.set(static_cast<std::size_t>(*square))) : Value{};
        }
        case Kind::common_pieces: {
            const Value a = value(node.child(0), at);
            const Value b = value(node.child(1), at);
            if (!a.known || !b.known) return {};
            return Value::of(squares_where([&](int square) {
                const auto i = static_cast<std::size_t>(square);
                return board(a.id)[i] != empty && board(a.id)[i] == board(b.id)[i];
            }));
        }
        case Kind::subset: {
            const auto sets = operands(node, at);
            return Value::of(sets && ((*sets)[0] & ~(*sets)[1]).none());
        }
        case Kind::connected_pawns:
            return Value::of(pawns_with(board(at), [](int files, int, bool same) { return files == 1 && same; }));
        case Kind::isolated_pawns:
            return Value::of(pawns(board(at)) &
                             ~pawns_with(board(at), [](int files, int, bool same) { return files == 1 && same; }));
        case Kind::doubled_pawns:
            return Value::of(pawns_with(board(at), [](int files, int, bool same) { return files == 0 && same; }));
        default: return square_set(node, at);
    }
}

Value Evaluator::square_set(const Node& node, int at) {
    if (node.kind == Kind::passed_pawns) {
        const Squares stopped =
            pawns_with(board(at), [](int files, int ahead, bool same) { return files <= 1 && ahead > 0 && !same; });
        return Value::of(pawns(board(at)) & ~stopped);
    }
    const auto sets = operands(node, at);
    if (!sets) return {};
    const Squares& first = sets->front();
    const auto any_of = [&](const Squares& set, auto predicate) {
        for (int square = 0; square < 64; ++square)
            if (has(set, square) && predicate(square)) return true;
        return false;
    };
    switch (node.kind) {
        case Kind::unite:
        case Kind::intersect: {
            Squares result = first;
            for (const Squares& next : *sets) result = node.kind == Kind::unite ? result | next : result & next;
            return Value::of(result);
        }
        case Kind::complement: return Value::of(~first);
        case Kind::light:
        case Kind::dark:
            return Value::of(squares_where([&](int square) {
                const bool is_dark = (square % 8 + square / 8) % 2 == 0;
                return has(first, square) && is_dark == (node.kind == Kind::dark);
            }));
        case Kind::attacks:
            return Value::of(squares_where([&](int from) {
                return has(first, from) && any_of((*sets)[1], [&](int to) { return attacks(board(at), from, to); });
            }));
        case Kind::attacked_by:
            return Value::of(squares_where([&](int to) {
                return has(first, to) && any_of((*sets)[1], [&](int from) { return attacks(board(at), from, to); });
            }));
        case Kind::attack_ray: {
            std::vector<Squares> order = *sets;
            const bool past = node.has(Flag::past);
            if (past) std::reverse(order.begin(), order.end());
            Squares result;
            for (const auto& [from, to] : rays(board(at), 0xFF, order, true))
                result.set(static_cast<std::size_t>(past ? to : from));
            return Value::of(result);
        }
        case Kind::ray: {
            Squares result;
            for (const auto& ends :
                 rays(board(at), static_cast<unsigned>(node.number), *sets, node.has(Flag::attacking)))
                result.set(static_cast<std::size_t>(ends.second));
            return Value::of(result);
        }
        case Kind::direction: {
            const Range range = node.range.value_or(Range{{1, no_slot}, {7, no_slot}});
            const auto bound = [&](Bound b) {
                return b.is_variable() ? cells_[static_cast<std::size_t>(b.slot)].value.number : b.number;
            };
            Squares result;
            for (int square = 0; square < 64; ++square)
                for (int direction = 0; direction < 8; ++direction)
                    for (int k = -7; k <= 7; ++k) {
                        if (!has(first, square) || (node.number >> direction & 1) == 0) continue;
                        if (k < bound(range.low) || k > bound(range.high)) continue;
                        const auto there = moved(square, k * steps[direction].file, k * steps[direction].rank);
                        if (there) result.set(static_cast<std::size_t>(*there));
                    }
            return Value::of(result);
        }
        case Kind::between: return Value::of(between(first, (*sets)[1]));
        default: throw std::logic_error("no plain meaning of " + std::string(cql::name_of(node.kind)));
    }
}

Value Evaluator::pin(const Node& node, int at) {
    const auto part_or = [&](Part part, Squares otherwise) -> std::optional<Squares> {
        if (node.part(part) == nullptr) return otherwise;
        const Value set = value(*node.part(part), at);
        if (!set.known) return std::nullopt;
        return set.squares;
    };
    const Squares kings = squares_where([&](int square) {
        const int piece = board(at)[static_cast<std::size_t>(square)];
        return piece != empty && piece % 6 == 5;
    });
    const auto from = part_or(Part::from, ~Squares{});
    const auto through = part_or(Part::through, ~Squares{});
    const auto to = part_or(Part::to, kings);
    if (!from || !through || !to) return {};
    Squares result;
    for (const Pin& pin : pins(board(at))) {
        if (!has(*from, pin.from) || !has(*through, pin.through) || !has(*to, pin.to)) continue;
        const int selected = node.selected == Part::from ? pin.from : node.selected == Part::to ? pin.to : pin.through;
        result.set(static_cast<std::size_t>(selected));
    }
    return Value::of(result);
}

Value Evaluator::transform(const Node& node, int at) {
    std::vector<Value> values;
    for (const Child& child : node.children)
        if (child.part == Part::clone) values.push_back(value(*child.tree, at));
    std::int64_t count = 0;
    Value result;
    for (const Value& value : values) {
        if (value.truth) ++count;
        if (!value.known) continue;
        if (node.merge == Merge::unite) {
            result.squares |= value.squares;
            result.known = true;
            result.truth = result.truth || value.truth;
        } else if (!result.known || value.number > result.number) {
            result = value;
        }
    }
    if (node.merge == Merge::any) return Value::of(count > 0);
    if (node.merge == Merge::count) {
        const bool fits = !node.range || (count >= node.range->low.number && count <= node.range->high.number);
        return fits ? Value::of(count) : Value{};
    }
    return result;
}

}  // namespace cofnod::cql::plain
