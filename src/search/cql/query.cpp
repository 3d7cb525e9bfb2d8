#include "search/cql/query.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "search/cql/conditions.hpp"
#include "search/cql/nature.hpp"

namespace cofnod::search::cql {

Query::Query(Script script) : script_(std::move(script)) {
    const Node& root = *script_.root;
    needs_notes_ = any_node(
        root, [](const Node& node) { return node.kind == Kind::original_comment || node.kind == Kind::has_glyph; });
    needs_tags_ = !tags_of(root).empty();
    needs_last_game_number_ = any_node(root, [](const Node& node) { return node.kind == Kind::last_game_number; });
    sequential_ = std::any_of(script_.variables.begin(), script_.variables.end(),
                              [](const Variable& variable) { return variable.persistent; });
    has_effects_ = nature_of(root).has_effects;  // variables are bound anew in each game

    // Where no position may match, a game in which none does is meant too.
    const auto& wanted = script_.header.match_count;
    const bool looks_at_all = sequential_ || (wanted && wanted->low.number < 1);
    std::vector<const Node*> conjuncts;
    std::vector<const Node*> rest;
    flatten(root, conjuncts);
    Compiler compiler(script_);
    for (const Node* conjunct : conjuncts) {
        const Nature nature = nature_of(*conjunct);
        // Where values go from game to game, a game that does not match may still leave some.
        if (nature.of_game_only && compiler.is_pure(*conjunct) && !looks_at_all)
            games_.push_back(compiler.condition(*conjunct));
        else
            rest.push_back(conjunct);
    }
    needs_tags_at_positions_ =
        std::any_of(rest.begin(), rest.end(), [](const Node* conjunct) { return !tags_of(*conjunct).empty(); });
    first_position_alone_ = !rest.empty() && std::all_of(rest.begin(), rest.end(), [](const Node* conjunct) {
        return conjunct->kind == Kind::initial;
    });
    positions_ = make_conjuncts(compiler, std::move(rest));
    memos_ = compiler.memos();
    sorts_ = compiler.sorts();
}

Matcher::Matcher(const Query& query, MatchOptions options)
    : query_(query),
      first_is_enough_(!options.positions && !options.remarks && !query.header().match_count && !query.has_effects_ &&
                       !query.is_sequential()) {
    context_.cells.resize(query.script().variables.size());
    context_.dictionaries.resize(query.script().variables.size());
    context_.sorts.resize(query.sort_keys().size());
    context_.memos.resize(query.memos_);
    context_.wants_remarks = options.remarks && !query.header().silent;
    context_.says_by_itself = context_.wants_remarks && !query.header().quiet;
    context_.last_game_number = options.last_game_number;
    context_.on_work = std::move(options.on_work);
    context_.message = std::move(options.message);
    context_.read_file = std::move(options.read_file);
    context_.write_file = std::move(options.write_file);
}

void Matcher::set_variables(Kept kept) {
    context_.cells = std::move(kept.cells);
    context_.dictionaries = std::move(kept.dictionaries);
}

bool Matcher::is_wanted(const Game& game) const {
    const Header& header = query_.header();
    if (header.game_numbers &&
        (game.number < header.game_numbers->low.number || game.number > header.game_numbers->high.number))
        return false;
    return header.result.empty() || to_text(game.result) == header.result;
}

void Matcher::start(const Game& game) {
    context_.game = &game;
    ++context_.game_stamp;
    context_.depth = 0;
    context_.tied = no_position;
    context_.way = {};
    context_.remarks.clear();
    context_.written = 0;
    context_.said.clear();
    context_.tags_set.clear();
    context_.comments_removed.clear();
    context_.regex_groups.clear();
    context_.regex_positions.clear();
    std::fill(context_.sorts.begin(), context_.sorts.end(), SortValue{});
    const auto& variables = query_.script().variables;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        if (variables[i].persistent) continue;
        context_.cells[i].bound = false;
        context_.dictionaries[i].clear();
    }
    match_.positions.clear();
}

bool Matcher::holds_of_game(const Game& game) {
    if (!is_wanted(game)) return false;
    start(game);
    return game.is_sifted || std::all_of(query_.games_.begin(), query_.games_.end(),
                                         [&](const auto& filter) { return filter->test(context_); });
}

const GameMatch* Matcher::match(const Game& game) {
    if (!holds_of_game(game)) return nullptr;
    Game seen = game;
    if (query_.first_position_alone_) {
        seen.moves = {};
        seen.annotations = nullptr;
    }
    if (!context_.tree.read(seen, query_.header().variations, query_.needs_notes_)) {
        ++damaged_;
        return nullptr;
    }
    if (context_.tree.is_damaged()) ++damaged_;
    find_positions();

    const auto count = static_cast<std::int64_t>(match_.positions.size());
    const auto& wanted = query_.header().match_count;
    if (wanted ? count < wanted->low.number || count > wanted->high.number : count == 0) return nullptr;
    take_remarks();
    match_.sorts = context_.sorts;
    match_.tags_set = context_.tags_set;
    match_.comments_removed = context_.comments_removed;
    return &match_;
}

/// What was not taken back; what was said of a position more than once is said once.
void Matcher::take_remarks() {
    match_.remarks.clear();
    std::set<std::pair<PositionId, std::string_view>> known;
    for (Remark& remark : context_.remarks)
        if (remark.position == no_position || !known.emplace(remark.position, remark.text).second)
            remark.position = no_position;
    for (Remark& remark : context_.remarks)
        if (remark.position != no_position) match_.remarks.push_back(std::move(remark));
}

void Matcher::find_positions() {
    for (PositionId id = 0; id < context_.tree.size(); ++id) {
        context_.tick();
        context_.go_to(id);
        const auto remarks = context_.remarks.size();
        bool holds = true;
        for (const auto& filter : query_.positions_)
            if (!filter->test(context_)) {
                holds = false;
                break;
            }
        if (holds) {
            match_.positions.push_back(id);
            if (first_is_enough_) return;
        } else if (context_.remarks.size() > remarks) {
            context_.remarks.resize(remarks);
        }
    }
}

}  // namespace cofnod::search::cql
