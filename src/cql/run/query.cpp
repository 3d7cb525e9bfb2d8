#include "cql/run/query.hpp"

#include <algorithm>
#include <tuple>

#include "cql/effects.hpp"
#include "cql/run/geometry.hpp"
#include "cql/run/line_replayer.hpp"
#include "games/chess/attacks.hpp"
#include "games/record/annotations.hpp"

namespace cofnod::cql {

namespace {

namespace attacks = chess::attacks;
constexpr std::int64_t no_end = LineEnd::no_end;

/// Returns the largest x with `x op number`; no_end if there is none.
std::int64_t largest(Operator op, std::int64_t number) {
    switch (op) {
        case Operator::less: return number - 1;
        case Operator::less_equal:
        case Operator::equal: return number;
        default: return no_end;
    }
}

std::int64_t last_ply_of(const Node& node);

/// Returns the last ply at which one of the clones can match.
std::int64_t last_ply_of_any(const Node& node) {
    std::int64_t last = 0;
    for (const Child& child : node.children)
        if (child.part != Part::original) last = std::max(last, last_ply_of(*child.tree));
    return last;
}

std::int64_t last_ply_of_comparison(const Node& node) {
    if (node.type != Type::numeric || node.child(1).kind != Kind::integer) return no_end;
    const std::int64_t most = largest(node.op, node.child(1).number);
    switch (node.child(0).kind) {
        case Kind::ply: return most;
        // Move 20 is played after 38 plies, or 37 if Black moved first.
        case Kind::move_number: return most == no_end ? no_end : 2 * most - 1;
        default: return no_end;
    }
}

/// Returns the last ply at which a filter can match.
std::int64_t last_ply_of(const Node& node) {
    switch (node.kind) {
        case Kind::initial: return 0;
        case Kind::comparison: return last_ply_of_comparison(node);
        case Kind::disjunction: return last_ply_of_any(node);
        case Kind::block:
        case Kind::conjunction: {
            std::int64_t last = no_end;
            for (const Child& child : node.children) last = std::min(last, last_ply_of(*child.tree));
            return last;
        }
        default: return no_end;
    }
}

/// Returns the squares and those from which a pawn may reach them.
Bitboard with_squares_behind(Color color, Bitboard squares) {
    for (int ranks = 0; ranks < 6; ++ranks)
        for (const Square square : squares)
            squares |= attacks::pawn(!color, square) | Bitboard(square).shifted(-chess::forward(color));
    return squares;
}

}  // namespace

LineEnd::LineEnd(const std::vector<const Node*>& conjuncts) {
    for (const Node* conjunct : conjuncts) {
        last_ply_ = std::min(last_ply_, last_ply_of(*conjunct));
        const auto placed = placed_of(*conjunct);
        if (!placed || !placed->wanted || placed->pieces.count != 1) continue;
        const std::size_t kind = placed->pieces.slots[0];
        for (const Color color : {Color::white, Color::black})
            if (kind == static_cast<std::size_t>(chess::Piece{color, Role::pawn}.index()))
                pawns_.push_back({kind, with_squares_behind(color, placed->squares)});
    }
}

namespace {

/// Returns the number of nodes, counting every clone of a transform.
std::uint64_t nodes_of(const Node& node) {
    std::uint64_t sum = 1;
    for (const Child& child : node.children)
        if (child.part != Part::original) sum += nodes_of(*child.tree);
    return sum;
}

std::uint64_t bit_of(const Node& assignment) { return std::uint64_t{1} << assignment.slot; }

bool is_set_here(const Node& node) {
    return node.kind == Kind::assign && node.op == Operator::none && node.slot >= 0 && node.slot < 63;
}

/// Moves pure filters before those that only assign variables, if each position assigns these before reading them: when
/// a pure filter fails, the skipped assignments are not observable. Filters that visit other positions, and may comment
/// there, are not moved.
void put_pure_first(const Compiler& compiler, std::vector<const Node*>& conjuncts) {
    std::uint64_t set_before = 0;
    for (const Node* conjunct : conjuncts) {
        const Effects effects = effects_of(*conjunct);
        const Effects of_value = is_set_here(*conjunct) ? effects_of(*conjunct->part(Part::value)) : effects;
        if (effects.has_effects || (of_value.reads & ~set_before) != 0 || (of_value.writes & ~set_before) != 0) return;
        if (is_set_here(*conjunct)) set_before |= bit_of(*conjunct);
    }
    std::stable_partition(conjuncts.begin(), conjuncts.end(), [&](const Node* conjunct) {
        return compiler.is_pure(*conjunct) && !effects_of(*conjunct).leaves_position;
    });
}

}  // namespace

CompiledScript::CompiledScript(Script script) : script_(std::move(script)) {
    const Node& root = *script_.root;
    needs_notes_ = any_node(root, [](const Node& node) { return facts_of(node.kind).has(traits::notes); });
    needs_tags_ = !tags_of(root).empty();
    needs_last_game_number_ = any_node(root, [](const Node& node) { return node.kind == Kind::last_game_number; });
    sequential_ = std::any_of(script_.variables.begin(), script_.variables.end(),
                              [](const Variable& variable) { return variable.persistent; });
    has_effects_ = effects_of(root).has_effects;  // variables are bound per game

    // `matchcount 0` also matches games without a matching position.
    const auto& wanted = script_.header.match_count;
    const bool looks_at_all = sequential_ || (wanted && wanted->low.number < 1);
    std::vector<const Node*> conjuncts;
    std::vector<const Node*> rest;
    flatten(root, conjuncts);
    Compiler compiler(script_);
    for (const Node* conjunct : conjuncts) {
        const Effects effects = effects_of(*conjunct);
        // With persistent values, even a game that does not match may assign some.
        if (effects.of_game_only && compiler.is_pure(*conjunct) && !looks_at_all)
            games_.push_back(compiler.condition(*conjunct));
        else
            rest.push_back(conjunct);
    }
    if (!sequential_) put_pure_first(compiler, rest);
    needs_tags_at_positions_ =
        std::any_of(rest.begin(), rest.end(), [](const Node* conjunct) { return !tags_of(*conjunct).empty(); });
    // The matches are the script's only observable result.
    const bool only_matches = !has_effects_ && !sequential_;
    const auto is_terminal = [](const Node* conjunct) { return conjunct->kind == Kind::terminal; };
    last_only_ = only_matches && std::any_of(rest.begin(), rest.end(), is_terminal);
    here_only_ = std::all_of(rest.begin(), rest.end(), [&](const Node* conjunct) {
        return effects_of(*conjunct).here_only || (last_only_ && is_terminal(conjunct));
    });
    if (here_only_ && only_matches) line_end_ = LineEnd(rest);
    positions_ = make_conjuncts(compiler, std::move(rest));
    memos_ = compiler.memos();
    constexpr std::uint64_t nodes_a_step = 64;
    step_ = 1 + nodes_of(root) / nodes_a_step;
    sorts_ = compiler.sorts();
}

ScriptMatcher::ScriptMatcher(const CompiledScript& query, MatchOptions options)
    : query_(query),
      first_is_enough_(!options.positions && !options.remarks && !query.header().match_count && !query.has_effects_ &&
                       !query.is_sequential()) {
    context_.cells.resize(query.script().variables.size());
    context_.dictionaries.resize(query.script().variables.size());
    context_.sorts.resize(query.sort_keys().size());
    context_.memos.resize(query.memos_);
    context_.wants_remarks = options.remarks && !query.header().silent;
    context_.says_by_itself = context_.wants_remarks && !query.header().quiet;
    context_.account = Account(options.budget ? options.budget : std::make_shared<Budget>());
    context_.account.set_reclaim([this] { return context_.unused_bytes(); });
    context_.options = std::move(options);
}

bool ScriptMatcher::is_wanted(const Game& game) const {
    const Header& header = query_.header();
    if (header.game_numbers &&
        (game.number < header.game_numbers->low.number || game.number > header.game_numbers->high.number))
        return false;
    return header.result.empty() || to_text(game.result) == header.result;
}

bool ScriptMatcher::holds_of_game(const Game& game) {
    if (!is_wanted(game)) return false;
    context_.begin_game(game, query_.script().variables);
    match_.positions.clear();
    return game.headers_hold || all_hold(query_.games_, context_);
}

GameMatch* ScriptMatcher::match(const Game& game) {
    if (!holds_of_game(game)) return nullptr;
    const bool is_valid = find_positions(game);
    if (context_.tree.is_damaged()) ++damaged_;
    if (!is_valid) return nullptr;

    const auto count = static_cast<std::int64_t>(match_.positions.size());
    const auto& wanted = query_.header().match_count;
    if (wanted ? count < wanted->low.number || count > wanted->high.number : count == 0) return nullptr;
    take_remarks();
    match_.sorts = context_.sorts;
    match_.tags_set = context_.tags_set;
    match_.comments_removed = context_.comments_removed;
    return &match_;
}

/// Collects the comments that were not rolled back, without duplicates at a position.
void ScriptMatcher::take_remarks() {
    match_.remarks.clear();
    std::vector<Remark>& remarks = context_.remarks;
    if (remarks.empty()) return;
    const bool may_be_alike = std::adjacent_find(remarks.begin(), remarks.end(), [](const Remark& a, const Remark& b) {
                                  return a.position >= b.position;
                              }) != remarks.end();
    if (may_be_alike) take_back_alike();
    for (Remark& remark : remarks)
        if (remark.position != no_position) match_.remarks.push_back(std::move(remark));
}

void ScriptMatcher::take_back_alike() {
    std::vector<Remark>& remarks = context_.remarks;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < remarks.size(); ++i)
        if (remarks[i].position != no_position) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        context_.tick();
        const Remark& a = remarks[i];
        const Remark& b = remarks[j];
        return std::tie(a.position, a.text, i) < std::tie(b.position, b.text, j);
    });
    const Remark* known = nullptr;
    for (const std::uint32_t i : order) {
        Remark& remark = remarks[i];
        if (known != nullptr && known->position == remark.position && known->text == remark.text)
            remark.position = no_position;
        else
            known = &remark;
    }
}

/// Returns true if the current position matches.
[[gnu::always_inline]] inline bool ScriptMatcher::look_at_position() {
    context_.tick();
    const auto remarks = context_.wants_remarks ? context_.remarks.size() : 0;
    for (const auto& filter : query_.positions_)
        if (!filter->test(context_)) {
            if (context_.wants_remarks) context_.drop_remarks(remarks);
            return false;
        }
    match_.positions.push_back(context_.at);
    return true;
}

/// Returns false if the start position of the game is invalid.
bool ScriptMatcher::find_positions(const Game& game) {
    const bool has_variations = query_.header().variations && game.annotations && !game.annotations->empty();
    return query_.here_only_ && !has_variations ? find_in_line(game) : find_in_tree(game);
}

bool ScriptMatcher::find_in_line(const Game& game) {
    LineReplayer* const line = context_.tree.begin_line(game);
    if (!line) return false;
    context_.step = step_for(game.moves.size());
    context_.at = 0;
    context_.now = &line->snapshot();
    for (;;) {
        if (!query_.last_only_) {
            if (look_at_position() && first_is_enough_) return true;
            if (!query_.line_end_.may_match_later(line->snapshot(), context_.at)) return true;
        }
        if (!line->next()) break;
        context_.tree.extend_line();
        ++context_.at;
    }
    if (query_.last_only_) look_at_position();
    context_.tree.end_line(line->is_damaged());
    return true;
}

bool ScriptMatcher::find_in_tree(const Game& game) {
    if (!context_.tree.read(game, query_.header().variations, query_.needs_notes_)) return false;
    context_.step = step_for(static_cast<std::size_t>(context_.tree.size()));
    for (PositionId id = 0; id < context_.tree.size(); ++id) {
        context_.go_to(id);
        if (look_at_position() && first_is_enough_) return true;
    }
    return true;
}

std::uint64_t ScriptMatcher::step_for(std::size_t plies) const {
    constexpr std::size_t long_game = 1000;
    return query_.step_ * (1 + plies / long_game);
}

}  // namespace cofnod::cql
