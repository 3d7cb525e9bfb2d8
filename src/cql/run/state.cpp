#include "cql/run/compiler.hpp"
#include "cql/run/move_sets.hpp"
#include "games/chess/position.hpp"

/// Filters on the current position and the last move.
namespace cofnod::cql {

namespace {

bool is_terminal(const Context& context) { return context.tree.first_child(context.at) == no_position; }

bool is_stalemate(const Context& context) {
    return is_terminal(context) && !is_check(*context.now) && !MoveSets(*context.now).any();
}

/// Returns true after a white move that is not the main continuation.
bool is_white_alternative(const GameTree& tree, PositionId id) {
    return tree.index(id) > 0 && tree[id].turn == Color::black;
}

/// Returns true if the current position is on the virtual main line. `last` caches the last position queried, which
/// usually leads to this one, and its answer.
bool is_virtual_mainline(const Context& context, Memo& last) {
    bool result = true;
    for (PositionId id = context.at; result && id > 0; id = context.tree.parent(id)) {
        if (id == last.last) {
            result = last.answer;
            break;
        }
        result = !context.tree[id].move.is_null() && !is_white_alternative(context.tree, id);
    }
    if (!context.tree.is_imagined(context.at)) {
        last.last = context.at;
        last.answer = result;
    }
    return result;
}

bool is_try(const Context& context) {
    if (context.tree.is_line()) return false;
    int alternatives = 0;
    for (PositionId id = context.at; id > 0; id = context.tree.parent(id))
        alternatives += is_white_alternative(context.tree, id) ? 1 : 0;
    return alternatives == 1;
}

bool has_kind(const Context& context, chess::Move::Kind kind) {
    return context.at > 0 && context.now->move.kind() == kind;
}

FilterPtr of_move(chess::Move::Kind kind) {
    return computed<bool>([kind](const Context& context) { return has_kind(context, kind); });
}

FilterPtr make_fine_mate(MateKind kind) {
    return computed<SetValue>(
        [kind](const Context& context) -> SetValue { return {pieces_of_fine_mate(*context.now, kind)}; });
}

FilterPtr make_fine_stalemate(MateKind kind) {
    return computed<SetValue>([kind](const Context& context) -> SetValue {
        return {is_stalemate(context) ? pieces_of_fine_stalemate(*context.now, kind) : Bitboard{}};
    });
}

}  // namespace

FilterPtr make_check(Compiler&, const Node&) {
    return computed<bool>([](const Context& context) { return is_check(*context.now); });
}

FilterPtr make_mate(Compiler&, const Node&) {
    return computed<bool>([](const Context& context) { return is_mate(*context.now); });
}

FilterPtr make_stalemate(Compiler&, const Node&) { return computed<bool>(is_stalemate); }

FilterPtr make_to_move(Compiler&, const Node& node) {
    return computed<bool>([turn = node.side == Side::white ? Color::white : Color::black](const Context& context) {
        return context.now->turn == turn;
    });
}

FilterPtr make_initial(Compiler&, const Node&) {
    return computed<bool>([](const Context& context) { return context.at == 0; });
}

FilterPtr make_terminal(Compiler&, const Node&) { return computed<bool>(is_terminal); }

FilterPtr make_mainline(Compiler&, const Node&) {
    return computed<bool>([](const Context& context) { return context.tree.depth(context.at) == 0; });
}

FilterPtr make_variation(Compiler&, const Node&) {
    return computed<bool>([](const Context& context) { return context.tree.depth(context.at) > 0; });
}

FilterPtr make_virtual_mainline(Compiler& compiler, const Node&) {
    return computed<bool>(
        [memo = compiler.new_memo()](Context& context) { return is_virtual_mainline(context, context.memo(memo)); });
}

FilterPtr make_try_line(Compiler&, const Node&) { return computed<bool>(is_try); }

FilterPtr make_primary(Compiler&, const Node&) {
    return computed<bool>([](const Context& context) { return context.at > 0 && context.tree.index(context.at) == 0; });
}

FilterPtr make_secondary(Compiler&, const Node&) {
    return computed<bool>([](const Context& context) { return context.tree.index(context.at) > 0; });
}

FilterPtr make_castle(Compiler&, const Node&) { return of_move(chess::Move::Kind::castling); }

FilterPtr make_kingside_castle(Compiler&, const Node& node) {
    return computed<bool>([king_side = node.kind == Kind::kingside_castle](const Context& context) {
        return has_kind(context, chess::Move::Kind::castling) &&
               (context.now->move.to() > context.now->move.from()) == king_side;
    });
}

FilterPtr make_queenside_castle(Compiler& compiler, const Node& node) { return make_kingside_castle(compiler, node); }

FilterPtr make_en_passant(Compiler&, const Node&) { return of_move(chess::Move::Kind::en_passant); }

FilterPtr make_null_move(Compiler&, const Node&) { return of_move(chess::Move::Kind::null_move); }

FilterPtr make_from(Compiler&, const Node& node) {
    return computed<SetValue>([from = node.kind == Kind::from](Context& context) -> SetValue {
        const chess::Move move = context.now->move;
        if (move.is_null()) return none<SetValue>();
        if (move.kind() != chess::Move::Kind::castling) return {Bitboard(from ? move.from() : move.to())};
        const auto squares = chess::Castling::of(move);
        const Movers movers = context.meant_at == context.at ? context.meant : Movers{};
        Bitboard result;
        if (movers.king) result |= from ? squares.king_from : squares.king_to;
        if (movers.rook) result |= from ? squares.rook_from : squares.rook_to;
        return {result};
    });
}

FilterPtr make_to(Compiler& compiler, const Node& node) { return make_from(compiler, node); }

FilterPtr make_pure_mate(Compiler&, const Node&) { return make_fine_mate(MateKind::pure); }
FilterPtr make_model_mate(Compiler&, const Node&) { return make_fine_mate(MateKind::model); }
FilterPtr make_ideal_mate(Compiler&, const Node&) { return make_fine_mate(MateKind::ideal); }
FilterPtr make_pure_stalemate(Compiler&, const Node&) { return make_fine_stalemate(MateKind::pure); }
FilterPtr make_model_stalemate(Compiler&, const Node&) { return make_fine_stalemate(MateKind::model); }
FilterPtr make_ideal_stalemate(Compiler&, const Node&) { return make_fine_stalemate(MateKind::ideal); }

}  // namespace cofnod::cql
