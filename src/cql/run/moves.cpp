#include "cql/run/moves.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.hpp"
#include "base/tr.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/move_sets.hpp"
#include "games/chess/position.hpp"

/// Filter `move`, for played and possible moves.
namespace cofnod::cql {

namespace {

using chess::Move;

constexpr Bitboard anywhere = ~Bitboard{};

/// Returns true if a move promotes to one of `pieces`; for Black, these may be of either colour.
bool promotes_to(Move move, Color mover, PieceMask pieces) {
    if (move.kind() != Move::Kind::promotion) return false;
    const int white = chess::Piece{Color::white, move.promotion_role()}.index();
    const int piece = chess::Piece{mover, move.promotion_role()}.index();
    return ((pieces >> piece | pieces >> white) & 1) != 0;
}

Rule rule_of(Moves moves) { return moves == Moves::legal ? Rule::legal : Rule::pseudo_legal; }

/// Conditions on a move other than its squares.
struct Kinds {
    Flags flags;
    PieceMask promotion;

    explicit Kinds(const Node& node) : flags(node.flags), promotion(node.pieces) {}

    [[nodiscard]] bool has(Flag flag) const { return cql::has(flags, flag); }
    [[nodiscard]] bool allow(Move move, Color mover) const {
        using Kind_ = Move::Kind;
        const auto kind = move.kind();
        if (has(Flag::null_move) != (kind == Kind_::null_move)) return false;
        if (castles() && kind != Kind_::castling) return false;
        if (has(Flag::kingside) && move.to() < move.from()) return false;
        if (has(Flag::queenside) && move.to() > move.from()) return false;
        if (has(Flag::en_passant) && kind != Kind_::en_passant) return false;
        return promotion == 0 || promotes_to(move, mover, promotion);
    }
    [[nodiscard]] bool allow_child(const GameTree& tree, PositionId child) const {
        return (!has(Flag::primary) || tree.index(child) == 0) && (!has(Flag::secondary) || tree.index(child) > 0);
    }
    [[nodiscard]] bool castles() const { return (flags & (Flag::castle | Flag::kingside | Flag::queenside)) != 0; }
    [[nodiscard]] bool are_about_kind() const { return castles() || has(Flag::en_passant) || has(Flag::null_move); }
};

/// Conditions of a `move` on squares, evaluated before the move.
struct Squares {
    Bitboard from = anywhere, to = anywhere;
    std::optional<Bitboard> capture, en_passant;
};

struct SquareFilters {
    Ptr<SetValue> from, to, capture, en_passant;

    SquareFilters(Compiler& compiler, const Node& node)
        : from(compiler.part<SetValue>(node, Part::from)),
          to(compiler.part<SetValue>(node, Part::to)),
          capture(compiler.part<SetValue>(node, Part::capture)),
          en_passant(compiler.part<SetValue>(node, Part::en_passant_square)) {}

    [[nodiscard]] bool ask() const { return from || to || capture || en_passant; }
    [[nodiscard]] Squares evaluate(Context& context) const {
        Squares squares;
        if (from) squares.from = from->value(context).squares;
        if (to) squares.to = to->value(context).squares;
        if (capture) squares.capture = capture->value(context).squares;
        if (en_passant) squares.en_passant = en_passant->value(context).squares;
        return squares;
    }
};

/// Accumulated matching moves.
struct FoundMoves {
    int count = 0;
    Bitboard from, to, captured;

    void add(const Snapshot& before, Move move) {
        ++count;
        if (move.is_null()) return;
        from |= move.from();
        to |= to_square(move);
        captured |= before.captured_by(move);
    }
    [[nodiscard]] Bitboard of(Part part) const { return part == Part::from ? from : part == Part::to ? to : captured; }
};

bool fits(const Squares& squares, const Snapshot& before, Move move) {
    if (move.is_null())
        return squares.from == anywhere && squares.to == anywhere && !squares.capture && !squares.en_passant;
    if (!squares.from.contains(move.from()) || !squares.to.contains(to_square(move))) return false;
    if (squares.capture && (before.captured_by(move) & *squares.capture).empty()) return false;
    return !squares.en_passant ||
           (move.kind() == Move::Kind::en_passant && squares.en_passant->contains(to_square(move)));
}

/// Finds matching moves; stops at the first if `one_is_enough`.
class MoveFilter {
public:
    MoveFilter(Compiler& compiler, const Node& node)
        : moves_(node.moves),
          kinds_(node),
          squares_(compiler, node),
          comment_(node.part(Part::comment) ? compiler.filter(*node.part(Part::comment)) : nullptr),
          after_(node.part(Part::after) ? compiler.condition(*node.part(Part::after)) : nullptr) {}

    [[nodiscard]] FoundMoves find(Context& context, bool one_is_enough) const {
        FoundMoves found;
        if (moves_ == Moves::played)
            find_played(context, found, one_is_enough && !comment_);
        else if (moves_ == Moves::previous)
            find_previous(context, found);
        else
            find_possible(context, found, one_is_enough);
        if (comment_ && found.count > 0) comment_->test(context);
        return found;
    }

private:
    void find_played(Context& context, FoundMoves& found, bool one_is_enough) const {
        const GameTree& tree = context.tree;
        PositionId child = tree.first_child(context.at);
        if (child == no_position) return;
        const Squares squares = squares_.evaluate(context);
        for (; child != no_position; child = tree.next_sibling(child)) {
            const Move move = tree[child].move;
            if (context.tied != no_position && context.tied_parent == context.at && child != context.tied) continue;
            if (!kinds_.allow(move, context.now->turn) || !kinds_.allow_child(tree, child)) continue;
            if (!fits(squares, *context.now, move)) continue;
            if (after_ && !holds_at(context, child)) continue;
            found.add(*context.now, move);
            if (one_is_enough) return;
        }
    }

    void find_previous(Context& context, FoundMoves& found) const {
        if (context.at == 0) return;
        const PositionId here = context.at;
        const Visit visit(context, context.tree.parent(here));
        const Move move = context.tree[here].move;
        if (!kinds_.allow(move, context.now->turn) || !kinds_.allow_child(context.tree, here)) return;
        if (fits(squares_.evaluate(context), *context.now, move)) found.add(*context.now, move);
    }

    void find_possible(Context& context, FoundMoves& found, bool one_is_enough) const {
        if (kinds_.has(Flag::en_passant) && context.now->passed_square().empty()) return;
        if (kinds_.castles() && (context.now->castling_rooks & context.now->board.of(context.now->turn)).empty())
            return;
        const Squares squares = squares_.evaluate(context);
        const MoveSets moves(*context.now, rule_of(moves_));
        const bool needs_each_move =
            after_ || kinds_.are_about_kind() || kinds_.promotion != 0 || squares.capture || squares.en_passant;
        if (!needs_each_move && !squares_.ask()) {
            if (one_is_enough)
                found.count = moves.any() ? 1 : 0;
            else
                found.count = moves.count();
            return;
        }
        if (!needs_each_move) return add_squares(moves, squares, context.now->board.of(context.now->turn), found);
        std::uint64_t last_pair = ~std::uint64_t{};
        const auto look_at = [&](Move move) {
            if (!kinds_.allow(move, context.now->turn) || !fits(squares, *context.now, move)) return false;
            if (after_ && !holds_after(context, move)) return false;
            // Promotions of one pawn to one square count as one.
            const auto pair = static_cast<std::uint64_t>(move.raw() & 0xFFFU);
            if (pair != last_pair) found.add(*context.now, move);
            last_pair = pair;
            return one_is_enough;
        };
        if (kinds_.has(Flag::en_passant))
            moves.visit_en_passants(look_at);
        else if (kinds_.castles())
            moves.visit_castlings(look_at);
        else
            moves.visit(squares.from, squares.to, look_at);
    }

    static void add_squares(const MoveSets& moves, const Squares& squares, Bitboard own, FoundMoves& found) {
        for (const Square from : squares.from& own) {
            const Bitboard targets = moves.targets(from) & squares.to;
            if (targets.empty()) continue;
            found.count += targets.count();
            found.from |= from;
            found.to |= targets;
        }
    }

    bool holds_at(Context& context, PositionId child) const {
        const Visit visit(context, child);
        return after_->test(context);
    }

    bool holds_after(Context& context, Move move) const {
        context.tick();
        const PositionId imagined = context.tree.imagine(context.at, move);
        if (imagined == no_position) throw LimitError(tr("moves are imagined after imagined moves more than 32 deep"));
        const bool result = holds_at(context, imagined);
        context.tree.forget();
        return result;
    }

    Moves moves_;
    Kinds kinds_;
    SquareFilters squares_;
    FilterPtr comment_, after_;
};

}  // namespace

FilterPtr make_move(Compiler& compiler, const Node& node) {
    if (node.has(Flag::count))
        return computed<Number>([filter = MoveFilter(compiler, node)](Context& context) -> Number {
            return filter.find(context, false).count;
        });
    if (node.type == Type::set)
        return computed<SetValue>(
            [selected = node.selected, filter = MoveFilter(compiler, node)](Context& context) -> SetValue {
                return {filter.find(context, false).of(selected)};
            });
    return computed<bool>(
        [filter = MoveFilter(compiler, node)](Context& context) { return filter.find(context, true).count > 0; });
}

// Filter `dash`, the move arrows: `Q--k`, `[x]R(check)`, `currentmove …`, `legal …`, `countmoves …`.

Dash::Dash(Compiler& compiler, const Node& node)
    : from_(compiler.part<SetValue>(node, Part::from)),
      to_(compiler.part<SetValue>(node, Part::to)),
      promotion_(compiler.part<Text>(node, Part::promotion)),
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

/// Upper bound on the number of distinct pairs of squares of the moves in a position.
constexpr std::size_t most_moves = 512;

/// Calls visit(move) after each matching move, before evaluating targets, with the child as the current position; visit
/// returns true to stop.
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
        if (moves_ == Moves::played) return for_each_played(context, visit);
        if (moves_ == Moves::previous) return for_previous(context, visit);
        for_each_possible(context, visit);
    }
    [[nodiscard]] const Dash& dash() const { return dash_; }
    [[nodiscard]] Rule rule() const { return rule_of(moves_); }

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
    void for_each_possible(Context& context, Function visit) const {
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
        const MoveSets moves(before, rule());
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

/// Counts the pairs of squares of possible moves without further conditions.
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
    sets.visit_castlings([&](Move move) {  // castling is also a rook move
        const Movers meant = Dash::movers(ends, move);
        if (meant.king || !meant.rook) return false;
        ++count;
        squares |= to_square(move);
        return false;
    });
    return {count, squares};
}

FilterPtr make_count(Compiler& compiler, const Node& node) {
    DashMoves moves(compiler, node);
    Filters targets = compiler.conditions(node, Part::target);
    const bool is_plain = !is_in_game(node.moves) && targets.empty() && moves.dash().asks_only_for_squares();
    if (is_plain && moves.dash().asks_nothing())
        return computed<Number>(
            [rule = moves.rule()](Context& context) -> Number { return MoveSets(*context.now, rule).count(); });
    if (is_plain)
        return computed<Number>(
            [moves = std::move(moves)](Context& context) -> Number { return plain_moves(moves, context).first; });
    return computed<Number>([moves = std::move(moves), targets = std::move(targets)](Context& context) -> Number {
        std::array<std::uint16_t, most_moves> pairs;  // uninitialized: usually there is only one move
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
    Filters targets = compiler.conditions(node, Part::target);
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

/// Makes a `dash` with a single target that has a value: the first value found, or the union of all sets.
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
    if (!is_in_game(node.moves)) return make_destinations(compiler, node);
    if (node.type != Type::boolean)
        return with_value_type(
            node.type, [&]<typename Value>(std::type_identity<Value>) { return make_value<Value>(compiler, node); });
    return computed<bool>(
        [moves = DashMoves(compiler, node), targets = compiler.conditions(node, Part::target)](Context& context) {
            bool found = false;
            moves.for_each(context, [&](Move) { return found = all_hold(targets, context); });
            return found;
        });
}

}  // namespace cofnod::cql
