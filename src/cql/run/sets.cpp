#include <algorithm>
#include <array>

#include "cql/effects.hpp"
#include "cql/run/board.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/finds.hpp"
#include "cql/run/geometry.hpp"
#include "cql/run/move_sets.hpp"
#include "games/chess/attacks.hpp"

/// Set filters: designators, set algebra, geometry, pawns.
namespace cofnod::cql {

namespace {

constexpr Bitboard all_squares = ~Bitboard{};

FilterPtr constant_set(Bitboard squares) {
    return computed<SetValue>([squares](Context&) { return SetValue{squares}; });
}

/// Applies an operation to two sets; no value if one of them has none. The second is evaluated if the first has one.
template <typename Operation>
FilterPtr of_two_sets(Ptr<SetValue> left, Ptr<SetValue> right, Operation operation) {
    return computed<SetValue>(
        [left = std::move(left), right = std::move(right), operation](Context& context) -> SetValue {
            const SetValue a = left->value(context);
            if (!a.known) return a;
            const SetValue b = right->value(context);
            return b.known ? SetValue{operation(context, a.squares, b.squares)} : b;
        });
}

/// Applies an operation to two or more sets; no value if any of them has none.
template <typename Operation>
FilterPtr fold(Compiler& compiler, const Node& node, Operation operation) {
    auto sets = compiler.all<SetValue>(node);
    if (sets.size() == 2)
        return of_two_sets(std::move(sets[0]), std::move(sets[1]),
                           [operation](const Context&, Bitboard a, Bitboard b) { return operation(a, b); });
    return computed<SetValue>([sets = std::move(sets), operation](Context& context) -> SetValue {
        SetValue result = sets[0]->value(context);
        for (std::size_t i = 1; i < sets.size() && result.known; ++i) {
            const SetValue next = sets[i]->value(context);
            if (!next.known) return next;
            result.squares = operation(result.squares, next.squares);
        }
        return result;
    });
}

template <typename Function>
FilterPtr of_board(Function function) {
    return computed<SetValue>([function](Context& context) { return SetValue{function(context.now->board)}; });
}

}  // namespace

FilterPtr make_designator(Compiler&, const Node& node) {
    const Bitboard squares = node.squares;
    if ((node.pieces & any_occupant) == any_occupant) return constant_set(squares);
    const Slots slots(node.pieces);
    if (slots.count == 0 || squares.empty()) return constant_set({});
    const std::size_t first = slots.slots[0];
    if (slots.count == 1 && squares == all_squares)
        return computed<SetValue>([first](Context& context) { return SetValue{context.now->board.of(first)}; });
    if (slots.count == 1)
        return computed<SetValue>(
            [first, squares](Context& context) { return SetValue{context.now->board.of(first) & squares}; });
    const std::size_t second = slots.slots[1];
    if (slots.count == 2)
        return computed<SetValue>([first, second, squares](Context& context) {
            return SetValue{(context.now->board.of(first) | context.now->board.of(second)) & squares};
        });
    return computed<SetValue>(
        [slots, squares](Context& context) { return SetValue{slots.of(context.now->board) & squares}; });
}

/// Makes an intersection. If all operands always have values, evaluation stops once it is empty.
FilterPtr make_intersect(Compiler& compiler, const Node& node) {
    if (!is_always_known(node)) return fold(compiler, node, [](Bitboard a, Bitboard b) { return a & b; });
    return computed<SetValue>([sets = compiler.all<SetValue>(node)](Context& context) -> SetValue {
        Bitboard result = sets[0]->value(context).squares;
        for (std::size_t i = 1; i < sets.size() && !result.empty(); ++i) result &= sets[i]->value(context).squares;
        return {result};
    });
}

FilterPtr make_direction(Compiler& compiler, const Node& node) {
    const auto set = static_cast<DirectionMask>(node.number);
    const Range range = node.range.value_or(Range{{1}, {7}});
    return computed<SetValue>([set, range, squares = compiler.set(node.child(0))](Context& context) -> SetValue {
        const SetValue from = squares->value(context);
        const auto limits = limits_of(range, context);
        if (!from.known || !limits) return none<SetValue>();
        return {reached(from.squares, set, limits->low, limits->high)};
    });
}

FilterPtr make_make_square(Compiler& compiler, const Node& node) {
    if (node.children.size() == 1)
        return of_one<SetValue, Text>(compiler, node, [](const Context&, const Text& text) {
            const auto square = Square::parse(*text);
            return square ? SetValue{Bitboard(*square)} : none<SetValue>();
        });
    return of_two<SetValue, Number>(compiler, node, [](const Context&, Number file, Number rank) {
        if (*file < 1 || *file > 8 || *rank < 1 || *rank > 8) return none<SetValue>();
        return SetValue{Bitboard(Square::from_index((*rank - 1) * 8 + *file - 1))};
    });
}

FilterPtr make_common_pieces(Compiler& compiler, const Node& node) {
    return of_two<SetValue, Position>(compiler, node, [](const Context& context, Position a, Position b) {
        Bitboard result;
        for (std::size_t kind = 0; kind < chess::piece_count; ++kind)
            result |= context.tree[a.id].board.of(kind) & context.tree[b.id].board.of(kind);
        return SetValue{result};
    });
}

FilterPtr make_subset(Compiler& compiler, const Node& node) {
    return of_two<bool, SetValue>(
        compiler, node, [](const Context&, SetValue a, SetValue b) { return (a.squares & ~b.squares).empty(); });
}

FilterPtr make_empty_set(Compiler&, const Node&) { return constant_set({}); }

FilterPtr make_unite(Compiler& compiler, const Node& node) {
    return fold(compiler, node, [](Bitboard a, Bitboard b) { return a | b; });
}

FilterPtr make_complement(Compiler& compiler, const Node& node) {
    return of_one<SetValue, SetValue>(compiler, node, [](const Context&, SetValue a) { return SetValue{~a.squares}; });
}

FilterPtr make_light(Compiler& compiler, const Node& node) {
    return of_one<SetValue, SetValue>(compiler, node,
                                      [](const Context&, SetValue a) { return SetValue{a.squares & light_squares}; });
}

FilterPtr make_dark(Compiler& compiler, const Node& node) {
    return of_one<SetValue, SetValue>(compiler, node,
                                      [](const Context&, SetValue a) { return SetValue{a.squares & ~light_squares}; });
}

FilterPtr make_between(Compiler& compiler, const Node& node) { return fold(compiler, node, squares_between); }

FilterPtr make_connected_pawns(Compiler&, const Node&) { return of_board(connected_pawns); }
FilterPtr make_isolated_pawns(Compiler&, const Node&) { return of_board(isolated_pawns); }
FilterPtr make_doubled_pawns(Compiler&, const Node&) { return of_board(doubled_pawns); }
FilterPtr make_passed_pawns(Compiler&, const Node&) { return of_board(passed_pawns); }

// Filters on attacks, rays and pins.

namespace {

/// Finds sliders of `color` on `from` in line with a target not of `color`, with a single enemy piece between them.
Bitboard pins_by(const PieceSets& board, Color color, Bitboard from, Bitboard through, Bitboard to, Part wanted) {
    Bitboard result;
    const Bitboard occupied = board.of(PieceSets::occupied);
    const Bitboard victims = through & board.of(!color);
    const Bitboard straight = board.of(color, Role::rook) | board.of(color, Role::queen);
    const Bitboard diagonal = board.of(color, Role::bishop) | board.of(color, Role::queen);
    if (victims.empty() || (from & (straight | diagonal)).empty()) return result;
    for (const Square target : to & ~board.of(color)) {
        const Bitboard sliders =
            ((chess::attacks::rook_rays(target) & straight) | (chess::attacks::bishop_rays(target) & diagonal)) & from;
        for (const Square slider : sliders) {
            const Bitboard shield = chess::attacks::between(slider, target) & occupied;
            if (shield.has_several() || (shield & victims).empty()) continue;
            result |= wanted == Part::from ? Bitboard(slider) : wanted == Part::to ? Bitboard(target) : shield;
        }
    }
    return result;
}

}  // namespace

FilterPtr make_attacks(Compiler& compiler, const Node& node) {
    auto sets = compiler.all<SetValue>(node);
    return of_two_sets(std::move(sets[0]), std::move(sets[1]),
                       [](const Context& context, Bitboard from, Bitboard targets) {
                           if (from.empty() || targets.empty()) return Bitboard{};
                           return strikers(context.now->board, from, targets);
                       });
}

FilterPtr make_attacked_by(Compiler& compiler, const Node& node) {
    auto sets = compiler.all<SetValue>(node);
    return of_two_sets(std::move(sets[0]), std::move(sets[1]), [](Context& context, Bitboard squares, Bitboard from) {
        return struck_among(context, squares, from);
    });
}

FilterPtr make_ray(Compiler& compiler, const Node& node) {
    auto sets = compiler.all<SetValue>(node);
    const bool is_chain = node.kind == Kind::attack_ray;
    const bool known = is_always_known(node);
    const bool sliders_only = is_chain || node.has(Flag::attacking);
    const auto ways = is_chain ? DirectionMask{0xFF} : static_cast<DirectionMask>(node.number);
    const bool backwards = node.has(Flag::past);  // k<-p<-R is R->p->k, seen from k
    if (backwards) std::reverse(sets.begin(), sets.end());
    const RayValue wanted = is_chain && !backwards ? RayValue::first : RayValue::last;
    if (sets.size() == 2)
        return of_two_sets(std::move(sets[0]), std::move(sets[1]),
                           [sliders_only, ways, wanted](const Context& context, Bitboard from, Bitboard to) {
                               if (from.empty() || to.empty()) return Bitboard{};
                               const Bitboard stations[] = {from, to};
                               return ray(context.now->board, ways, stations, sliders_only, wanted);
                           });
    return computed<SetValue>(
        [sets = std::move(sets), sliders_only, ways, wanted, known](Context& context) -> SetValue {
            std::vector<Bitboard> more;
            std::array<Bitboard, 8> few;
            if (sets.size() > few.size()) more.resize(sets.size());
            Bitboard* stations = more.empty() ? few.data() : more.data();
            for (std::size_t i = 0; i < sets.size(); ++i) {
                const SetValue value = sets[i]->value(context);
                if (!value.known) return value;
                if (value.squares.empty() && known) return {};
                stations[i] = value.squares;
            }
            return {ray(context.now->board, ways, {stations, sets.size()}, sliders_only, wanted)};
        });
}

FilterPtr make_attack_ray(Compiler& compiler, const Node& node) { return make_ray(compiler, node); }

FilterPtr make_pin(Compiler& compiler, const Node& node) {
    return computed<SetValue>(
        [from = compiler.part<SetValue>(node, Part::from), through = compiler.part<SetValue>(node, Part::through),
         to = compiler.part<SetValue>(node, Part::to), wanted = node.selected](Context& context) -> SetValue {
            const PieceSets& board = context.now->board;
            const auto value_or = [&](const Ptr<SetValue>& set, Bitboard otherwise) {
                return set ? set->value(context) : SetValue{otherwise};
            };
            const SetValue sliders = value_or(from, ~Bitboard{});
            const SetValue shields = value_or(through, ~Bitboard{});
            const SetValue targets = value_or(to, board.of(Role::king));
            if (!sliders.known || !shields.known || !targets.known) return none<SetValue>();
            Bitboard result;
            for (const Color color : {Color::white, Color::black})
                result |= pins_by(board, color, sliders.squares, shields.squares, targets.squares, wanted);
            return {result};
        });
}

}  // namespace cofnod::cql
