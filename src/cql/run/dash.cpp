#include <algorithm>
#include <array>

#include "chess/castling.hpp"
#include "cql/run/move_sets.hpp"
#include "cql/run/moves.hpp"

/// Filter `dash`, the move arrows: `Q--k`, `[x]R(check)`, `currentmove …`, `legal …`, `countmoves …`.
namespace cofnod::cql {

using chess::Move;

namespace {

constexpr Bitboard anywhere = ~Bitboard{};
/// Upper bound of distinct pairs of squares of the moves of a position.
constexpr std::size_t most_moves = 512;

}  // namespace

Dash::Dash(Compiler& compiler, const Node& node)
    : from_(compiler.set_part(node, Part::from)),
      to_(compiler.set_part(node, Part::to)),
      promotion_(node.part(Part::promotion) ? compiler.text(*node.part(Part::promotion)) : nullptr),
      pieces_(node.pieces),
      capturing_(node.has(Flag::capturing)) {}

Dash::Ends Dash::ends(Context& context) const {
    Ends ends{anywhere, anywhere, pieces_};
    if (from_) ends.from = from_->value(context).squares;
    if (to_) ends.to = to_->value(context).squares;
    if (promotion_) {
        const Text letters = promotion_->value(context);
        ends.promotion = letters ? pieces_named(*letters) : PieceMask{0};
        ends.possible = ends.promotion != 0;
    }
    ends.possible = ends.possible && !ends.from.empty() && !ends.to.empty();
    return ends;
}

bool Dash::fits(const Ends& ends, const Snapshot& before, Move move) const {
    if (!ends.possible) return false;
    if (move.is_null()) return asks_nothing();
    if (ends.promotion != 0 && !promotes_to(move, before.turn, ends.promotion)) return false;
    if (capturing_) return ends.from.contains(move.from()) && !(before.captured_by(move) & ends.to).empty();
    if (move.kind() != Move::Kind::castling) return ends.from.contains(move.from()) && ends.to.contains(move.to());
    const Movers meant = movers(ends, move);
    return meant.king || meant.rook;
}

Movers Dash::movers(const Ends& ends, Move castling) {
    const auto squares = chess::Castling::of(castling);
    return {ends.from.contains(squares.king_from) && ends.to.contains(squares.king_to),
            ends.from.contains(squares.rook_from) && ends.to.contains(squares.rook_to)};
}

MeantByArrow Dash::meant(Context& context, PositionId child, const Ends& ends, Move move) {
    if (move.kind() != Move::Kind::castling) return MeantByArrow(context);
    return MeantByArrow(context, child, movers(ends, move));
}

namespace {

bool all_hold(const Filters& targets, Context& context) {
    for (const auto& target : targets)
        if (!target->test(context)) return false;
    return true;
}

/// Calls visit(child position) after each matching move, before evaluating targets, with the child as the current
/// position. visit returns true to stop.
class DashMoves {
public:
    DashMoves(Compiler& compiler, const Node& node) : dash_(compiler, node), moves_(node.moves) {
        for (const Child& child : node.children) {
            if (child.part != Part::target) continue;
            const Kind kind = child.tree->kind;
            castles_ |= kind == Kind::castle || kind == Kind::kingside_castle || kind == Kind::queenside_castle;
            passes_ |= kind == Kind::en_passant;
        }
    }

    template <typename Function>
    void for_each(Context& context, Function visit) const {
        switch (moves_) {
            case Moves::played: return for_each_played(context, visit);
            case Moves::previous: return for_previous(context, visit);
            case Moves::legal: return for_each_possible(context, Rule::legal, visit);
            case Moves::pseudo_legal: return for_each_possible(context, Rule::pseudo_legal, visit);
        }
    }
    [[nodiscard]] const Dash& dash() const { return dash_; }
    [[nodiscard]] bool are_possible_moves() const { return moves_ == Moves::legal || moves_ == Moves::pseudo_legal; }
    [[nodiscard]] Rule rule() const { return moves_ == Moves::legal ? Rule::legal : Rule::pseudo_legal; }

private:
    template <typename Function>
    void for_each_played(Context& context, Function visit) const {
        PositionId child = context.tree.first_child(context.at);
        if (child == no_position) return;
        const auto ends = dash_.ends(context);
        for (; child != no_position; child = context.tree.next_sibling(child)) {
            if (context.tied != no_position && context.tied_parent == context.at && child != context.tied) continue;
            const Move move = context.tree[child].move;
            if (!dash_.fits(ends, *context.now, move)) continue;
            const Visit there(context, child);
            const auto meant = Dash::meant(context, child, ends, move);
            if (visit(move)) return;
        }
    }

    template <typename Function>
    void for_previous(Context& context, Function visit) const {
        if (context.at == 0) return;
        const Move move = context.now->move;
        Dash::Ends ends;
        bool fits = false;
        {
            const Visit before(context, context.tree.parent(context.at));
            ends = dash_.ends(context);
            fits = dash_.fits(ends, *context.now, move);
        }
        if (!fits) return;
        const auto meant = Dash::meant(context, context.at, ends, move);
        visit(move);
    }

    template <typename Function>
    void for_each_possible(Context& context, Rule rule, Function visit) const {
        const auto ends = dash_.ends(context);
        if (!ends.possible) return;
        if (castles_ && (context.now->castling_rooks & context.now->board.of(context.now->turn)).empty()) return;
        if (passes_ && context.now->passed_square().empty()) return;
        const Snapshot before = *context.now;
        const auto look_at = [&](Move move) {
            if (!dash_.fits(ends, before, move)) return false;
            context.tick();
            const PositionId imagined = context.tree.imagine(context.at, move);
            if (imagined == no_position) return true;
            bool stop = false;
            {
                const Visit there(context, imagined);
                stop = visit(move);
            }
            context.tree.forget();
            return stop;
        };
        const MoveSets moves(before, rule);
        if (castles_)
            moves.visit_castlings(look_at);
        else if (passes_)
            moves.visit_en_passants(look_at);
        else
            moves.visit(ends.from | before.board.of(before.turn, Role::king), anywhere, look_at);  // a rook castles
    }

    Dash dash_;
    Moves moves_;
    bool castles_ = false;  ///< required by a target; restricts the moves
    bool passes_ = false;
};

Filters targets_of(Compiler& compiler, const Node& node) {
    Filters targets;
    for (const Child& child : node.children)
        if (child.part == Part::target) targets.push_back(compiler.condition(*child.tree));
    return targets;
}

/// Counts pairs of squares of possible moves without further conditions.
std::pair<int, Bitboard> plain_moves(const DashMoves& moves, Context& context) {
    const auto ends = moves.dash().ends(context);
    const MoveSets sets(*context.now, moves.rule());
    int count = 0;
    Bitboard squares;
    if (!ends.possible) return {0, {}};
    for (const Square from : ends.from& context.now->board.of(context.now->turn)) {
        const Bitboard targets = sets.targets(from) & ends.to;
        count += targets.count();
        squares |= targets;
    }
    sets.visit_castlings([&](Move move) {  // also a move of the rook
        const auto ways = chess::Castling::of(move);
        const bool is_counted = ends.from.contains(ways.king_from) && ends.to.contains(ways.king_to);
        if (is_counted || !ends.from.contains(ways.rook_from) || !ends.to.contains(ways.rook_to)) return false;
        ++count;
        squares |= ways.king_to;
        return false;
    });
    return {count, squares};
}

FilterPtr make_count(Compiler& compiler, const Node& node) {
    DashMoves moves(compiler, node);
    Filters targets = targets_of(compiler, node);
    const bool is_plain = moves.are_possible_moves() && targets.empty() && moves.dash().asks_only_for_squares();
    if (is_plain && moves.dash().asks_nothing())
        return computed<Number>(
            [rule = moves.rule()](Context& context) -> Number { return MoveSets(*context.now, rule).count(); });
    if (is_plain)
        return computed<Number>(
            [moves = std::move(moves)](Context& context) -> Number { return plain_moves(moves, context).first; });
    return computed<Number>([moves = std::move(moves), targets = std::move(targets)](Context& context) -> Number {
        std::array<std::uint16_t, most_moves> pairs;  // uninitialized: usually only one move
        std::size_t count = 0;
        moves.for_each(context, [&](Move move) {
            const auto pair = static_cast<std::uint16_t>(move.raw() & 0xFFFU);
            const auto* const end = pairs.begin() + count;
            if (std::find(pairs.cbegin(), end, pair) == end && all_hold(targets, context)) pairs[count++] = pair;
            return count == pairs.size();
        });
        return static_cast<std::int32_t>(count);
    });
}

FilterPtr make_destinations(Compiler& compiler, const Node& node) {
    DashMoves moves(compiler, node);
    Filters targets = targets_of(compiler, node);
    const bool is_plain = targets.empty() && moves.dash().asks_only_for_squares();
    if (is_plain && moves.dash().asks_nothing())
        return computed<SetValue>(
            [rule = moves.rule()](Context& context) -> SetValue { return {MoveSets(*context.now, rule).reach()}; });
    if (is_plain)
        return computed<SetValue>(
            [moves = std::move(moves)](Context& context) -> SetValue { return {plain_moves(moves, context).second}; });
    return computed<SetValue>([moves = std::move(moves), targets = std::move(targets)](Context& context) -> SetValue {
        Bitboard result;
        moves.for_each(context, [&](Move move) {
            if (all_hold(targets, context)) result |= to_square(move);
            return false;
        });
        return {result};
    });
}

/// Evaluates a single target with a value: the first value found, or the union of all sets.
template <typename Value>
FilterPtr make_value(Compiler& compiler, const Node& node) {
    return computed<Value>([moves = DashMoves(compiler, node),
                            target = compiler.typed<Value>(*node.part(Part::target))](Context& context) -> Value {
        auto result = none<Value>();
        moves.for_each(context, [&](Move) {
            auto value = target->value(context);
            if constexpr (std::is_same_v<Value, SetValue>) {
                result.squares |= value.squares;
                result.known |= value.known;
                result.compared |= value.compared;
                return false;
            } else {
                if (!holds(value)) return false;
                result = std::move(value);
                return true;
            }
        });
        return result;
    });
}

}  // namespace

FilterPtr make_dash(Compiler& compiler, const Node& node) {
    if (node.has(Flag::count)) return make_count(compiler, node);
    if (node.moves == Moves::legal || node.moves == Moves::pseudo_legal) return make_destinations(compiler, node);
    if (node.type != Type::boolean)
        return with_type(node.type, [&]<typename Value>(std::type_identity<Value>) -> FilterPtr {
            if constexpr (std::is_same_v<Value, bool>)
                return nullptr;
            else
                return make_value<Value>(compiler, node);
        });
    return computed<bool>([moves = DashMoves(compiler, node), targets = targets_of(compiler, node)](Context& context) {
        bool found = false;
        moves.for_each(context, [&](Move) { return found = all_hold(targets, context); });
        return found;
    });
}

}  // namespace cofnod::cql
