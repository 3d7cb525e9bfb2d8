#include <algorithm>
#include <utility>

#include "base/tr.hpp"
#include "cql/read/parser.hpp"

namespace cofnod::cql {

namespace {

bool is_targetable_in_thought(const Tree& target) {
    constexpr Kind kinds[] = {Kind::castle, Kind::kingside_castle, Kind::queenside_castle, Kind::en_passant};
    return std::find(std::begin(kinds), std::end(kinds), target->kind) != std::end(kinds);
}

}  // namespace

/// Parses `L--R=Q(F F)` starting at the arrow, which no blank may precede.
Tree Parser::dash(Tree from) {
    const Token& arrow_token = take();
    Node node = node_of(Kind::dash, Type::boolean, from ? from->span : arrow_token.span);
    if (from) node.children.push_back({Part::from, std::move(from)});
    if (arrow_token.is("[x]")) node.flags = static_cast<Flags>(Flag::capturing);

    const Token& next = peek();
    if (!next.blank_before && !next.is("(") && begins_filter(next)) {
        Tree to = expression(chain);
        if (to->type != Type::set)
            fail(to->span, tr("what touches {} on its right is a set", arrow_token.text),
                 tr("write {0}(…) for a condition after the move, or a blank after {0}", arrow_token.text));
        node.children.push_back({Part::to, std::move(to)});
    }
    read_promotion(node);
    node.span.end = tokens_[at_ - 1].span.end;
    if (peek().is("(") && peek().blank_before && !in_path_)
        fail(peek().span, tr("{} and ( do not touch", arrow_token.text),
             tr("without the blank these are conditions after the move; with {{ }} another filter"));
    if (!peek().is("(") || peek().blank_before) return made(std::move(node));

    std::vector<Tree> targets = list_of(arrow_token.text, 1, tokens_.size());
    if (targets.size() == 1) node.type = targets.front()->type;
    for (Tree& target : targets) node.children.push_back({Part::target, std::move(target)});
    node.span.end = tokens_[at_ - 1].span.end;
    return made(std::move(node));
}

void Parser::read_promotion(Node& node) {
    if (!peek().is("=") || peek().blank_before) return;
    take();
    const Token& token = peek();
    if (token.kind == TokenKind::string) {
        node.pieces = pieces_named(take().text);
        if (node.pieces == 0) fail(token.span, tr("there is no piece in this"), tr("as in =\"QN\""));
    } else if (token.kind == TokenKind::designator) {
        if (!(token.squares == ~chess::Bitboard{})) fail(token.span, tr("a promotion is to a piece, not to a square"));
        node.pieces = take().pieces;
    } else {
        node.children.push_back({Part::promotion, operand(tr("a promotion"), Type::string, tightest)});
    }
}

Node Parser::dash_operand(std::string_view who) {
    const Tree move = expression(arrow);
    if (move->kind != Kind::dash || move->moves != Moves::played)
        fail(move->span, tr("{} is followed by a move, -- or [x]", who));
    return changed(move);
}

Tree Parser::read_legal(const Token& word, const WordRule& entry) {
    Node node = dash_operand(word.text);
    node.moves = static_cast<Moves>(entry.number);
    node.type = Type::set;
    if (node.has(Flag::capturing))
        fail(node.span, tr("{} is followed by --, not by [x]", word.text), tr("as in {} --a", word.text));
    for (const Child& child : node.children)
        if (child.part == Part::target && !is_targetable_in_thought(child.tree))
            fail(child.tree->span, tr("a move that is not played can only be asked for castling and en passant"),
                 tr("move legal from S to T : F evaluates F after it"));
    return made_from(word, std::move(node));
}

Tree Parser::read_count_moves(const Token& word, const WordRule&) {
    const Token& mode = peek();
    Node node;
    if (mode.is("legal") || mode.is("pseudolegal")) {
        take();
        node = changed(read_legal(mode, *word_entry(mode.text)));
    } else {
        node = dash_operand(word.text);
    }
    node.type = Type::numeric;
    node.flags = node.flags | Flag::count;
    return made_from(word, std::move(node));
}

Tree Parser::read_current_move(const Token& word, const WordRule&) {
    Node node = dash_operand(word.text);
    node.moves = Moves::previous;
    return made_from(word, std::move(node));
}

namespace {

// clang-format off
constexpr std::pair<std::string_view, Flag> move_words[] = {
    {"enpassant", Flag::en_passant}, {"castle", Flag::castle}, {"o-o", Flag::kingside}, {"o-o-o", Flag::queenside},
    {"null", Flag::null_move}, {"primary", Flag::primary}, {"secondary", Flag::secondary}, {"count", Flag::count},
};
// clang-format on

}  // namespace

/// Parses one of the words after `move`; returns false if there is none.
bool Parser::read_move_part(Node& move) {
    const Token& token = peek();
    const auto mode = [&](Moves moves) {
        if (move.moves != Moves::played) fail(token.span, tr("only one of previous, legal and pseudolegal"));
        take();
        move.moves = moves;
        return true;
    };
    const auto set = [&](Part part, bool is_value) {
        if (move.part(part) != nullptr) fail(token.span, tr("move has {} already", token.text));
        take();
        if (is_value && move.selected == Part::operand) move.selected = part;
        move.children.push_back({part, operand(token.text, Type::set, postfix)});
        return true;
    };
    if (token.is("previous")) return mode(Moves::previous);
    if (token.is("legal")) return mode(Moves::legal);
    if (token.is("pseudolegal")) return mode(Moves::pseudo_legal);
    if (token.is("from")) return set(Part::from, true);
    if (token.is("to")) return set(Part::to, true);
    if (token.is("capture")) return set(Part::capture, true);
    if (token.is("enpassantsquare")) return set(Part::en_passant_square, false);
    if (token.is("promote")) {
        take();
        const Token& pieces = peek();
        if (pieces.kind != TokenKind::designator || !(pieces.squares == ~chess::Bitboard{}))
            fail(pieces.span, tr("expected pieces without squares after promote"), tr("as in promote [QN]"));
        move.pieces = take().pieces;
        return true;
    }
    const auto flag = find_in(move_words, token);
    if (!flag) return false;
    take();
    move.flags = move.flags | *flag;
    return true;
}

Tree Parser::read_move(const Token& word, const WordRule&) {
    Node node = node_of(Kind::move, Type::boolean, word.span);
    while (read_move_part(node)) {
    }
    // `comment` is the last part: in `move comment("x") from N` the words after it are filters.
    if (const Token& comment = peek(); accept("comment"))
        node.children.push_back({Part::comment, read_comment(comment, *word_entry(comment.text))});
    if (accept(":")) node.children.push_back({Part::after, expression(located)});
    node.span = span_from(word);

    const bool in_thought = !is_in_game(node.moves);
    const bool of_played = node.part(Part::capture) != nullptr || node.pieces != 0 || node.has(Flag::null_move) ||
                           node.has(Flag::primary) || node.has(Flag::secondary);
    if (in_thought && of_played)
        fail(node.span, tr("a move that is not played has no capture, promote, null, primary or secondary"));
    if (node.has(Flag::primary) && node.has(Flag::secondary))
        fail(node.span, tr("a move is either primary or secondary"));
    if (node.has(Flag::count) && !in_thought)
        fail(node.span, tr("move count counts legal or pseudolegal moves"), tr("for moves played write countmoves"));
    if (node.part(Part::after) != nullptr && node.moves == Moves::previous)
        fail(node.span, tr("the previous move leads to the current position"), tr("put the filter beside it"));
    node.type = node.has(Flag::count) ? Type::numeric : node.selected == Part::operand ? Type::boolean : Type::set;
    return made(std::move(node));
}

}  // namespace cofnod::cql
