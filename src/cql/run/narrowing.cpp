#include "cql/run/narrowing.hpp"

#include <utility>

#include "cql/effects.hpp"
#include "cql/run/attack_sets.hpp"

namespace cofnod::cql {

namespace {

bool is_square(const Node& node, Slot slot) { return node.kind == Kind::variable && node.slot == slot; }

/// Returns true if a filter has the same value for each square.
bool is_same_for_all(const Node& node, Slot slot) {
    constexpr Slot most_slots = 63;
    return slot < most_slots && (effects_of(node).reads >> slot & 1U) == 0;
}

/// Returns those of `from` whose piece attacks at least two of `targets`.
Bitboard strikers_of_two(const PieceSets& board, Bitboard from, Bitboard targets) {
    Bitboard one, two;
    if (targets.count() > from.count()) {
        for (const Square square : from)
            if ((struck_by_one(board, square) & targets).has_several()) two |= square;
        return two;
    }
    for (const Square target : targets) {
        const Bitboard found = strikers_of(board, target, board.of(PieceSets::occupied)) & from;
        two |= one & found;
        one |= found;
    }
    return two;
}

/// `x attacks T`, `T attackedby x`, or with `several` `#(T attackedby x)>=2`.
Narrowing of_attackers(Ptr<SetValue> targets, bool several) {
    return [targets = std::shared_ptr<const Typed<SetValue>>(std::move(targets)), several](Context& context,
                                                                                           Bitboard squares) {
        const PieceSets& board = context.now->board;
        const SetValue value = targets->value(context);
        if (!value.known || value.squares.empty()) return Bitboard{};
        return several ? strikers_of_two(board, squares, value.squares) : strikers(board, squares, value.squares);
    };
}

/// `x attackedby F`, `F attacks x`.
Narrowing of_attacked(Ptr<SetValue> attackers) {
    return
        [attackers = std::shared_ptr<const Typed<SetValue>>(std::move(attackers))](Context& context, Bitboard squares) {
            const SetValue value = attackers->value(context);
            return value.known ? struck_among(context, squares, value.squares) : Bitboard{};
        };
}

Narrowing of_attack(Compiler& compiler, const Node& attack, Slot slot, bool several) {
    const bool is_attacks = attack.kind == Kind::attacks;
    if (!is_attacks && attack.kind != Kind::attacked_by) return nullptr;
    const Node& attackers = attack.child(is_attacks ? 0 : 1);
    const Node& attacked = attack.child(is_attacks ? 1 : 0);
    // The value of `a` in `#(a attacks x)>=2` is that of the attackers.
    if (is_square(attackers, slot) && is_same_for_all(attacked, slot) && !(several && is_attacks))
        return of_attackers(compiler.set(attacked), several);
    if (is_square(attacked, slot) && is_same_for_all(attackers, slot) && !several)
        return of_attacked(compiler.set(attackers));
    return nullptr;
}

bool is_two_or_more(const Node& node) {
    return node.kind == Kind::comparison && node.child(1).kind == Kind::integer && node.child(0).kind == Kind::size &&
           !node.child(0).children.empty() &&
           ((node.op == Operator::greater_equal && node.child(1).number == 2) ||
            (node.op == Operator::greater && node.child(1).number == 1));
}

}  // namespace

Narrowing make_narrowing(Compiler& compiler, const Node& condition, Slot slot) {
    if (is_two_or_more(condition)) return of_attack(compiler, condition.child(0).child(0), slot, true);
    if (condition.kind != Kind::negation) return of_attack(compiler, condition, slot, false);
    Narrowing denied = make_narrowing(compiler, condition.child(0), slot);
    if (!denied) return nullptr;
    return [denied = std::move(denied)](Context& context, Bitboard squares) {
        return squares & ~denied(context, squares);
    };
}

}  // namespace cofnod::cql
