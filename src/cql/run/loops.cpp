#include <algorithm>
#include <functional>
#include <utility>

#include "base/characters.hpp"
#include "base/tr.hpp"
#include "cql/effects.hpp"
#include "cql/run/budget.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/move_sets.hpp"
#include "cql/run/texts.hpp"

namespace cofnod::cql {

namespace {

/// Function that returns the subset of squares for which a condition holds, all at once.
using Narrowing = std::function<Bitboard(Context& context, Bitboard squares)>;

bool is_square(const Node& node, Slot slot) { return node.kind == Kind::variable && node.slot == slot; }

/// Returns true if a filter has the same value for each square.
bool is_same_for_all(const Node& node, Slot slot) {
    constexpr Slot most_slots = 63;
    return slot < most_slots && (effects_of(node).reads >> slot & 1U) == 0;
}

/// Returns the squares of `from` whose piece attacks at least two of `targets`.
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

/// Makes the narrowing for `x attacks T` and `T attackedby x`, or, if `several`, for `#(T attackedby x)>=2`.
Narrowing of_attackers(Ptr<SetValue> targets, bool several) {
    return [targets = std::shared_ptr<const Typed<SetValue>>(std::move(targets)), several](Context& context,
                                                                                           Bitboard squares) {
        const PieceSets& board = context.now->board;
        const SetValue value = targets->value(context);
        if (!value.known || value.squares.empty()) return Bitboard{};
        return several ? strikers_of_two(board, squares, value.squares) : strikers(board, squares, value.squares);
    };
}

/// Makes the narrowing for `x attackedby F` and `F attacks x`.
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
    // `#(a attacks x)>=2` counts the attackers, not the attacked squares.
    if (is_square(attackers, slot) && is_same_for_all(attacked, slot) && !(several && is_attacks))
        return of_attackers(compiler.set(attacked), several);
    if (is_square(attacked, slot) && is_same_for_all(attackers, slot) && !several)
        return of_attacked(compiler.set(attackers));
    return nullptr;
}

bool is_two_or_more(const Node& node) {
    return node.kind == Kind::comparison && node.child(1).kind == Kind::integer && is_size_of_set(node.child(0)) &&
           ((node.op == Operator::greater_equal && node.child(1).number == 2) ||
            (node.op == Operator::greater && node.child(1).number == 1));
}

/// Makes the narrowing for a condition on the square in a variable, such as `x attackedby a`, `not x attacks k` or `#(R
/// attackedby x)>=2`; nullptr if there is none.
Narrowing make_narrowing(Compiler& compiler, const Node& condition, Slot slot) {
    if (is_two_or_more(condition)) return of_attack(compiler, condition.child(0).child(0), slot, true);
    if (condition.kind != Kind::negation) return of_attack(compiler, condition, slot, false);
    Narrowing denied = make_narrowing(compiler, condition.child(0), slot);
    if (!denied) return nullptr;
    return [denied = std::move(denied)](Context& context, Bitboard squares) {
        return squares & ~denied(context, squares);
    };
}

// Loops over pieces and squares, and `while`.

/// Evaluates a body for each square of a set.
class SquareLoop {
public:
    SquareLoop(Compiler& compiler, const Node& node)
        : set_(compiler.set(*node.part(Part::set))),
          slot_(static_cast<std::size_t>(node.slot)),
          // Piece variables need to follow their pieces only if the body visits other positions.
          follows_pieces_(node.kind == Kind::piece_loop && effects_of(*node.part(Part::body)).leaves_position),
          pieces_only_(node.kind == Kind::piece_loop) {
        const Node& body = *node.part(Part::body);
        std::vector<const Node*> conjuncts;
        if (!follows_pieces_ && compiler.is_quiet(body)) flatten(body, conjuncts);
        const auto is_narrowed = [&](const Node* conjunct) {
            Narrowing narrowing = make_narrowing(compiler, *conjunct, node.slot);
            if (!narrowing) return false;
            // Narrowings that usually hold come last, when few squares are left.
            narrowings_.insert(conjunct->kind == Kind::negation ? narrowings_.end() : narrowings_.begin(),
                               std::move(narrowing));
            return true;
        };
        std::erase_if(conjuncts, is_narrowed);
        if (narrowings_.empty())
            body_ = compiler.condition(body);
        else if (!conjuncts.empty())
            body_ = make_conjunction(compiler, std::move(conjuncts));
    }

    /// Returns the squares for which the body is true. Stops at the first element for which it equals `until`.
    SetValue run(Context& context, std::optional<bool> until) const {
        SetValue squares = set(context);
        for (const Narrowing& narrowing : narrowings_) {
            if (squares.squares.empty()) break;
            squares.squares = narrowing(context, squares.squares);
        }
        if (!squares.known || !body_) return {squares.squares, squares.known};
        Bitboard result;
        for (const Square square : squares.squares) {
            context.tick();
            Cell& cell = context.cells[slot_];
            if (follows_pieces_) {
                follow_piece(context, cell, square);
            } else {
                cell.piece = 0;
                cell.squares = square;
                cell.bound = true;
            }
            const bool found = holds_or_rolls_back(*body_, context);
            if (found) result |= square;
            if (found == until) break;
        }
        context.cells[slot_].bound = false;
        return {result};
    }
    /// Returns true if the body holds for every element.
    bool holds_for_all(Context& context) const {
        const SetValue squares = set(context);
        return squares.known && run(context, false).squares == squares.squares;
    }

private:
    SetValue set(Context& context) const {
        SetValue squares = set_->value(context);
        if (pieces_only_) squares.squares &= context.now->board.of(PieceSets::occupied);
        return squares;
    }

    Ptr<SetValue> set_;
    std::size_t slot_;
    bool follows_pieces_;
    bool pieces_only_;
    std::vector<Narrowing> narrowings_;  ///< conjuncts of the body, evaluated for all squares at once
    FilterPtr body_;                     ///< the other conjuncts; nullptr if there are none
};

/// Returns the start of the next search: the end of this match, or the next character if it is empty.
std::size_t next_begin(const Pattern::Match& match, std::string_view text) {
    if (!match.groups[0].empty()) return match.end;
    const auto length = match.end < text.size() ? utf8::decode(text.substr(match.end)).length : 0;
    return match.end + std::max<std::size_t>(length, 1);
}

constexpr int most_rounds = 1'000'000;

void count_round(Context& context, int& rounds, Span at) {
    context.tick();
    if (++rounds > most_rounds)
        throw ScriptLimit(at, tr("a loop of the script does not end: a million rounds at one position"));
}

}  // namespace

FilterPtr make_square_loop(Compiler& compiler, const Node& node) {
    if (node.has(Flag::all))
        return computed<bool>(
            [loop = SquareLoop(compiler, node)](Context& context) { return loop.holds_for_all(context); });
    return computed<SetValue>(
        [loop = SquareLoop(compiler, node)](Context& context) { return loop.run(context, std::nullopt); });
}

FilterPtr make_piece_loop(Compiler& compiler, const Node& node) { return make_square_loop(compiler, node); }

FilterPtr make_while_loop(Compiler& compiler, const Node& node) {
    const Node& condition = node.child(0);
    FilterPtr body = compiler.condition(*node.part(Part::body));
    if (condition.kind == Kind::regex_match)
        return computed<bool>([pattern = Pattern(condition.text), text = compiler.text(condition.child(0)),
                               at_loop = node.span, body = std::move(body)](Context& context) {
            const Text value = text->value(context);
            if (!value) return true;
            const Held held(context.account, at_loop, bytes_of(*value));
            std::size_t at = 0;
            int rounds = 0;
            while (auto match = pattern.find(*value, at, context.options.on_work)) {
                count_round(context, rounds, at_loop);
                at = next_begin(*match, *value);
                context.set_groups(std::move(match->groups), std::move(match->positions), at_loop);
                holds_or_rolls_back(*body, context);
            }
            return true;
        });
    return computed<bool>(
        [condition = compiler.condition(condition), at = node.span, body = std::move(body)](Context& context) {
            for (int rounds = 0; condition->test(context);) {
                count_round(context, rounds, at);
                holds_or_rolls_back(*body, context);
            }
            return true;
        });
}

FilterPtr make_repeat(Compiler& compiler, const Node& node) {
    return computed<bool>([at = node.span, body = compiler.condition(*node.part(Part::body))](Context& context) {
        int rounds = 0;
        while (holds_or_rolls_back(*body, context)) count_round(context, rounds, at);
        return rounds > 0;
    });
}

}  // namespace cofnod::cql
