#include "cql/run/moves.hpp"
#include "base/error.hpp"
#include "base/say.hpp"
#include "cql/run/compiler.hpp"
#include "cql/run/move_sets.hpp"

/// Filter `move`, on played or possible moves.
namespace cofnod::cql {

namespace {

using chess::Move;

constexpr Bitboard anywhere = ~Bitboard{};

/// Conditions on a move other than its squares.
struct Kinds {
    bool castle, king_side, queen_side, en_passant, null_move, primary, secondary;
    PieceMask promotion;

    explicit Kinds(const Node& node)
        : castle(node.has(Flag::castle)),
          king_side(node.has(Flag::kingside)),
          queen_side(node.has(Flag::queenside)),
          en_passant(node.has(Flag::en_passant)),
          null_move(node.has(Flag::null_move)),
          primary(node.has(Flag::primary)),
          secondary(node.has(Flag::secondary)),
          promotion(node.pieces) {}

    [[nodiscard]] bool allow(Move move, Color mover) const {
        using Kind_ = Move::Kind;
        const auto kind = move.kind();
        if (null_move != (kind == Kind_::null_move)) return false;
        if ((castle || king_side || queen_side) && kind != Kind_::castling) return false;
        if (king_side && move.to() < move.from()) return false;
        if (queen_side && move.to() > move.from()) return false;
        if (en_passant && kind != Kind_::en_passant) return false;
        return promotion == 0 || promotes_to(move, mover, promotion);
    }
    [[nodiscard]] bool allow_child(const GameTree& tree, PositionId child) const {
        return (!primary || tree.index(child) == 0) && (!secondary || tree.index(child) > 0);
    }
    [[nodiscard]] bool castles() const { return castle || king_side || queen_side; }
    [[nodiscard]] bool are_about_kind() const { return castles() || en_passant || null_move; }
};

/// Square conditions of a `move`, evaluated before the move.
struct Squares {
    Bitboard from = anywhere, to = anywhere, capture = anywhere, en_passant = anywhere;
    bool asks_for_capture = false, asks_for_en_passant = false;
};

struct SquareFilters {
    Ptr<SetValue> from, to, capture, en_passant;

    SquareFilters(Compiler& compiler, const Node& node)
        : from(compiler.set_part(node, Part::from)),
          to(compiler.set_part(node, Part::to)),
          capture(compiler.set_part(node, Part::capture)),
          en_passant(compiler.set_part(node, Part::en_passant_square)) {}

    [[nodiscard]] bool ask() const { return from || to || capture || en_passant; }
    [[nodiscard]] Squares evaluate(Context& context) const {
        Squares squares;
        if (from) squares.from = from->value(context).squares;
        if (to) squares.to = to->value(context).squares;
        if (capture) squares.capture = capture->value(context).squares;
        if (en_passant) squares.en_passant = en_passant->value(context).squares;
        squares.asks_for_capture = capture != nullptr;
        squares.asks_for_en_passant = en_passant != nullptr;
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
        from |= from_square(move);
        to |= to_square(move);
        captured |= before.captured_by(move);
    }
    [[nodiscard]] Bitboard of(Part part) const { return part == Part::from ? from : part == Part::to ? to : captured; }
};

bool fits(const Squares& squares, const Snapshot& before, Move move) {
    if (move.is_null())
        return squares.from == anywhere && squares.to == anywhere && !squares.asks_for_capture &&
               !squares.asks_for_en_passant;
    if (!squares.from.contains(from_square(move)) || !squares.to.contains(to_square(move))) return false;
    if (squares.asks_for_capture && (before.captured_by(move) & squares.capture).empty()) return false;
    return !squares.asks_for_en_passant ||
           (move.kind() == Move::Kind::en_passant && squares.en_passant.contains(to_square(move)));
}

/// Finds matching moves; with `one_is_enough` stops at the first.
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
        switch (moves_) {
            case Moves::played: find_played(context, found, one_is_enough && !comment_); break;
            case Moves::previous: find_previous(context, found); break;
            case Moves::legal: find_possible(context, found, Rule::legal, one_is_enough); break;
            case Moves::pseudo_legal: find_possible(context, found, Rule::pseudo_legal, one_is_enough); break;
        }
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

    void find_possible(Context& context, FoundMoves& found, Rule rule, bool one_is_enough) const {
        if (kinds_.en_passant && context.now->passed_square().empty()) return;
        if (kinds_.castles() && (context.now->castling_rooks & context.now->board.of(context.now->turn)).empty())
            return;
        const Squares squares = squares_.evaluate(context);
        const MoveSets moves(*context.now, rule);
        const bool needs_each_move = after_ || kinds_.are_about_kind() || kinds_.promotion != 0 ||
                                     squares.asks_for_capture || squares.asks_for_en_passant;
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
            // Promotions of one pawn on one square count as one.
            const auto pair = static_cast<std::uint64_t>(move.raw() & 0xFFFU);
            if (pair != last_pair) found.add(*context.now, move);
            last_pair = pair;
            return one_is_enough;
        };
        if (kinds_.en_passant)
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
        if (imagined == no_position) throw LimitError(say("moves are imagined after imagined moves more than 32 deep"));
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

bool promotes_to(Move move, Color mover, PieceMask pieces) {
    if (move.kind() != Move::Kind::promotion) return false;
    const int white = chess::Piece{Color::white, move.promotion_role()}.index();
    const int piece = chess::Piece{mover, move.promotion_role()}.index();
    return ((pieces >> piece | pieces >> white) & 1) != 0;
}

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

}  // namespace cofnod::cql
