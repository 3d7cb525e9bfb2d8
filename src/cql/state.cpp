#include <algorithm>
#include <span>

#include "cql/attack_sets.hpp"
#include "cql/compiler.hpp"
#include "cql/mates.hpp"
#include "cql/move_sets.hpp"

/// Facts of the current position and of the move that led to it.
namespace cofnod::cql {

namespace {

template <typename Function>
FilterPtr of_position(Function function) {
    return computed<bool>([function](Context& context) -> bool { return function(context); });
}

bool is_terminal(const Context& context) { return context.tree.first_child(context.at) == no_position; }

bool is_stalemate(const Context& context) {
    return is_terminal(context) && !is_check(*context.now) && !MoveSets(*context.now).any();
}

bool is_virtual_mainline(const Context& context, bool (*breaks)(const GameTree&, PositionId)) {
    for (PositionId id = context.at; id > 0; id = context.tree.parent(id))
        if (breaks(context.tree, id)) return false;
    return true;
}

/// A move of White that is not the first choice.
bool is_white_alternative(const GameTree& tree, PositionId id) {
    return tree.index(id) > 0 && tree[id].turn == Color::black;
}

bool is_try(const Context& context) {
    int alternatives = 0;
    for (PositionId id = context.at; id > 0; id = context.tree.parent(id))
        alternatives += is_white_alternative(context.tree, id) ? 1 : 0;
    return alternatives == 1;
}

bool has_kind(const Context& context, chess::Move::Kind kind) {
    return context.at > 0 && context.now->move.kind() == kind;
}

bool castles(const Context& context, bool king_side) {
    return has_kind(context, chess::Move::Kind::castling) &&
           (context.now->move.to() > context.now->move.from()) == king_side;
}

FilterPtr make_square_of_move(bool from) {
    return computed<SetValue>([from](Context& context) -> SetValue {
        const chess::Move move = context.now->move;
        if (move.is_null()) return none<SetValue>();
        return {Bitboard(from ? from_square(move) : to_square(move))};
    });
}

FilterPtr make_mate(bool (*judge)(const Snapshot&, MateKind), MateKind kind) {
    return of_position([judge, kind](const Context& context) { return judge(*context.now, kind); });
}

FilterPtr make_stalemate(MateKind kind) {
    return of_position(
        [kind](const Context& context) { return is_stalemate(context) && is_fine_stalemate(*context.now, kind); });
}

/// The glyphs that have a sign of their own.
int nag_of(const std::string& sign) {
    // clang-format off
    static const std::pair<std::string_view, int> signs[] = {
        {"!", 1}, {"?", 2}, {"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"=", 10}, {"~", 13}, {"+=", 14}, {"=+", 15},
        {"+/-", 16}, {"-/+", 17}, {"+-", 18}, {"-+", 19}, {"N", 146}};
    // clang-format on
    for (const auto& [text, nag] : signs)
        if (text == sign) return nag;
    if (sign.size() > 1 && sign[0] == '$') return std::stoi(sign.substr(1, 4));
    return -1;
}

/// The notes of the annotators at the position.
inline std::span<const GameTree::Note> notes_here(const Context& context) {
    const std::span<const GameTree::Note> notes = context.tree.notes();
    if (notes.empty()) return {};
    const auto first = std::partition_point(notes.begin(), notes.end(),
                                            [at = context.at](const GameTree::Note& note) { return note.id < at; });
    auto last = first;
    while (last != notes.end() && last->id == context.at) ++last;
    return {first, last};
}

FilterPtr make_original_comment(const Node& node) {
    return computed<Text>([at = node.span](Context& context) {
        Text text;
        for (const GameTree::Note& note : notes_here(context)) {
            if (note.is_nag) continue;
            context.count_text(note.text.size(), at);
            if (text) *text += ' ';
            if (!text) text.emplace();
            *text += note.text;
        }
        return text;
    });
}

FilterPtr make_has_glyph(const Node& node) {
    return of_position([wanted = nag_of(node.text)](const Context& context) {
        for (const GameTree::Note& note : notes_here(context))
            if (note.is_nag && static_cast<int>(note.nag) == wanted) return true;
        return false;
    });
}

}  // namespace

FilterPtr make_state(Compiler&, const Node& node) {
    using Kind_ = chess::Move::Kind;
    switch (node.kind) {
        case Kind::check: return of_position([](const Context& context) { return is_check(*context.now); });
        case Kind::mate: return of_position([](const Context& context) { return is_mate(*context.now); });
        case Kind::stalemate: return of_position(is_stalemate);
        case Kind::to_move:
            return of_position([turn = node.side == Side::white ? Color::white : Color::black](const Context& context) {
                return context.now->turn == turn;
            });
        case Kind::initial: return of_position([](const Context& context) { return context.at == 0; });
        case Kind::terminal: return of_position(is_terminal);
        case Kind::mainline:
            return of_position([](const Context& context) { return context.tree.depth(context.at) == 0; });
        case Kind::variation:
            return of_position([](const Context& context) { return context.tree.depth(context.at) > 0; });
        case Kind::virtual_mainline:
            return of_position([](const Context& context) {
                return is_virtual_mainline(context, [](const GameTree& tree, PositionId id) {
                    return tree[id].move.is_null() || is_white_alternative(tree, id);
                });
            });
        case Kind::try_line: return of_position(is_try);
        case Kind::primary:
            return of_position(
                [](const Context& context) { return context.at > 0 && context.tree.index(context.at) == 0; });
        case Kind::secondary:
            return of_position([](const Context& context) { return context.tree.index(context.at) > 0; });
        case Kind::castle:
            return of_position([](const Context& context) { return has_kind(context, Kind_::castling); });
        case Kind::kingside_castle: return of_position([](const Context& context) { return castles(context, true); });
        case Kind::queenside_castle: return of_position([](const Context& context) { return castles(context, false); });
        case Kind::en_passant:
            return of_position([](const Context& context) { return has_kind(context, Kind_::en_passant); });
        case Kind::null_move:
            return of_position([](const Context& context) { return has_kind(context, Kind_::null_move); });
        case Kind::from: return make_square_of_move(true);
        case Kind::to: return make_square_of_move(false);
        case Kind::pure_mate: return make_mate(is_fine_mate, MateKind::pure);
        case Kind::model_mate: return make_mate(is_fine_mate, MateKind::model);
        case Kind::ideal_mate: return make_mate(is_fine_mate, MateKind::ideal);
        case Kind::pure_stalemate: return make_stalemate(MateKind::pure);
        case Kind::model_stalemate: return make_stalemate(MateKind::model);
        case Kind::ideal_stalemate: return make_stalemate(MateKind::ideal);
        case Kind::original_comment: return make_original_comment(node);
        case Kind::has_glyph: return make_has_glyph(node);
        default: return nullptr;
    }
}

}  // namespace cofnod::cql
