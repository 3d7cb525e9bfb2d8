#include "cql/bounds/candidate_games.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "cql/bounds/material_bounds.hpp"
#include "cql/effects.hpp"
#include "games/chess/position.hpp"
#include "index/position_index.hpp"

namespace cofnod::cql {

namespace {

/// Returns true for filters that have side effects even in games that do not match.
bool acts_beyond_matches(const Node& filter) {
    return any_node(filter, [](const Node& node) {
        return node.kind == Kind::message || node.kind == Kind::write_file || node.kind == Kind::assertion ||
               node.kind == Kind::abort;
    });
}

void collect(const Node& node, search::PiecesPattern& found) {
    if (node.kind == Kind::designator) {
        const bool is_one_piece = std::has_single_bit(node.pieces) && (node.pieces & empty_square) == 0;
        if (is_one_piece && !node.squares.empty() && node.squares != ~chess::Bitboard{})
            found.add(chess::Piece::from_index(std::countr_zero(node.pieces)), node.squares);
    } else if (needs_all_of_its_children(node)) {
        for (const Child& child : node.children)
            if (child.part != Part::original) collect(*child.tree, found);
    }
}

/// Fraction of games above which the rows of a selection are not worth reading, as in search::Planner.
constexpr double not_selective = 0.8;

/// Returns true for filters on game facts that the index stores.
bool is_of_facts(const Node& filter) {
    return any_node(filter, [](const Node& node) {
        return node.kind == Kind::result || node.kind == Kind::elo || node.kind == Kind::year ||
               node.kind == Kind::game_number;
    });
}

void flatten(const Tree& tree, std::vector<Tree>& conjuncts) {
    if (!is_all_of_its_children(*tree)) return conjuncts.push_back(tree);
    for (const Child& child : tree->children) flatten(child.tree, conjuncts);
}

}  // namespace

bool may_leave_out_games(const Script& script) {
    const bool keeps_values = std::any_of(script.variables.begin(), script.variables.end(),
                                          [](const Variable& variable) { return variable.persistent; });
    const bool counts_none = script.header.match_count && script.header.match_count->low.number < 1;
    return !keeps_values && !counts_none && !acts_beyond_matches(*script.root);
}

store::HeaderFilter narrowed(store::HeaderFilter filter, const Script& script) {
    if (const auto& numbers = script.header.game_numbers) {
        filter.first_id = std::max<std::int64_t>(filter.first_id.value_or(1), numbers->low.number);
        filter.last_id = std::min<std::int64_t>(filter.last_id.value_or(numbers->high.number), numbers->high.number);
    }
    return filter;
}

std::optional<search::PiecesPattern> needed_pieces(const Script& script) {
    if (script.header.variations || !may_leave_out_games(script)) return std::nullopt;
    search::PiecesPattern found;
    collect(*script.root, found);
    // A record without moves has the standard position in CQL, but no positions in the index.
    if (found.conditions().empty() || found.is_in(chess::Replayer(chess::Position::initial()))) return std::nullopt;
    return found;
}

CandidateGames::CandidateGames(const Script& script, const store::Store& store, index::PositionIndex& index,
                               const std::function<void()>& on_work, SharedBudget budget)
    : script_(script), may_leave_out_(may_leave_out_games(script)), index_(index), games_(script, store, index) {
    std::vector<Tree> conjuncts, headers;
    std::vector<Child> rest;
    flatten(script.root, conjuncts);
    for (const Tree& conjunct : conjuncts) {
        if (!TagFilter::can_decide(*conjunct)) {
            rest.push_back({Part::operand, conjunct});
            leaves_headers_ |= effects_of(*conjunct).of_game_only;
            continue;
        }
        headers.push_back(conjunct);
        if (is_of_facts(*conjunct)) facts_.push_back(conjunct);
    }
    if (!headers.empty()) headers_ = std::make_unique<TagFilter>(store, script, headers, on_work, std::move(budget));
    asks_for_tags_ = headers.size() > facts_.size();
    if (rest.empty()) return;
    Node block;
    block.kind = Kind::block;
    block.children = std::move(rest);
    rest_ = std::make_shared<const Node>(std::move(block));
}

std::optional<std::vector<std::int64_t>> CandidateGames::select(const index::Run& run) {
    if (!may_leave_out_) return std::nullopt;
    games_.begin(run);
    Games left = rest_ && run.segment ? games_.somewhere(*rest_) : std::nullopt;
    if (left) left = either(std::move(left), unseen_games(run));
    if (left && static_cast<double>(index::count_of(*left)) > not_selective * run.games()) left.reset();
    if (headers_) left = both(std::move(left), by_headers(run));
    if (!left) return std::nullopt;
    return ids_of(run, *left);
}

std::optional<CandidateGames::Counted> CandidateGames::count(const index::Run& run, bool positions) {
    const Header& header = script_.header;
    if (!run.segment || !may_leave_out_ || header.match_count || header.game_numbers || !header.result.empty())
        return std::nullopt;
    if (positions && rest_ && (headers_ || !run.is_whole())) return std::nullopt;
    games_.begin(run);
    if (positions && header.variations && index::count_of(games_.annotated_games()) > 0) return std::nullopt;
    Counted counted;
    std::vector<std::uint64_t> others = unseen_games(run);
    std::vector<std::uint64_t> sure = all_but(others, run);
    if (rest_) {
        const FilterGames::Fitting fitting = games_.fitting_materials(*rest_);
        if (!fitting.sure) return std::nullopt;
        sure = *both(std::move(sure), games_.games_with(fitting.materials));
        counted.positions = games_.positions_with(fitting.materials);
    }
    if (headers_) {
        const auto fitting = by_headers(run);
        sure = *both(std::move(sure), fitting);
        others = *both(std::move(others), fitting);
        if (positions) counted.positions = positions_of(sure);
    }
    counted.games = static_cast<std::int64_t>(index::count_of(sure));
    counted.others = ids_of(run, others);
    return counted;
}

/// Returns the number of positions in games, all of which match the header filters.
std::int64_t CandidateGames::positions_of(const std::vector<std::uint64_t>& games) {
    const auto& counts = games_.position_counts();
    std::int64_t sum = 0;
    for (std::size_t game = 0; game < counts.size(); ++game)
        if (index::contains(games, static_cast<std::uint32_t>(game))) sum += counts[game];
    return sum;
}

/// Returns the games whose positions in the index, those of the main line, may not be all that the script reads. A
/// record with neither moves nor a start position has the standard position in CQL, but none in the index.
std::vector<std::uint64_t> CandidateGames::unseen_games(const index::Run& run) {
    Games unseen = all_but(games_.games_after(0), run);
    if (script_.header.variations) unseen = either(std::move(unseen), games_.annotated_games());
    return *std::move(unseen);
}

/// Selects games by headers: numbers are read from the index, texts and missing numbers from the tags.
std::vector<std::uint64_t> CandidateGames::by_headers(const index::Run& run) {
    const std::vector<std::uint64_t> none((run.games() + 63) / 64);
    std::vector<std::uint64_t> sure = none, open = none;
    if (run.segment && !facts_.empty())
        decide_by_facts(run, sure, open);
    else
        open = index::all_games(run);
    if (asks_for_tags_) open = *either(std::exchange(sure, none), std::move(open));
    headers_->apply(run, index_, open);
    return *either(std::move(sure), std::move(open));
}

void CandidateGames::decide_by_facts(const index::Run& run, std::vector<std::uint64_t>& sure,
                                     std::vector<std::uint64_t>& open) {
    std::vector<MaterialBounds> materials;
    for (const Tree& filter : facts_) materials.emplace_back(*filter);
    index_.for_each_facts(run, [&](std::uint32_t game, const std::optional<index::GameFacts>& facts) {
        MaterialBounds::Answer all{true, !facts};
        for (MaterialBounds& material : materials) {
            if (!facts) break;
            const auto answer = material.answer(*facts, run.first + game);
            all = {all.can_be_true && answer.can_be_true, all.can_be_false || answer.can_be_false};
        }
        if (!all.can_be_true) return;
        index::add(all.can_be_false ? open : sure, game);
    });
}

}  // namespace cofnod::cql
