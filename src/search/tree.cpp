#include "search/tree.hpp"

#include <utility>

#include "games/record/chess_game.hpp"
#include "index/position_index.hpp"
#include "search/tree_growth.hpp"
#include "search/wanted_position.hpp"

namespace cofnod::search {

using index::GameFacts;
using index::Run;

template <>
struct WantedOf<ChessGame> {
    using Type = WantedPosition;
};

OpeningTree::OpeningTree(store::Store& store, const store::HeaderFilter& filter, Lines lines)
    : store_(store), reader_(store), index_(store) {
    if (!store::is_empty(filter)) headers_.emplace(store, filter);
    for (const Run& run : index::runs(store)) {
        if (lines != Lines::variations) parts_.push_back({run, std::nullopt, run});
        if (lines == Lines::main) continue;
        if (!run.segment)
            parts_.push_back({run, index::Lines(), run});
        else if (std::optional<index::Lines> of_run = index_.lines(run))
            parts_.push_back({of_run->run, std::move(of_run), run});
    }
}

const std::vector<std::uint64_t>& OpeningTree::selected_games(const Run& run) {
    const auto known = selected_.find(run.first);
    if (known != selected_.end()) return known->second;
    return selected_[run.first] = headers_ ? headers_->games(run) : index::all_games(run);
}

const std::vector<std::uint64_t>& OpeningTree::selected(const Part& part) {
    if (!part.lines) return selected_games(part.run);
    const auto [known, is_new] = selected_lines_.try_emplace(part.games.first);
    if (is_new)
        known->second = headers_ ? part.lines->lines_of(selected_games(part.games)) : index::all_games(part.run);
    return known->second;
}

const std::vector<std::uint64_t>& OpeningTree::selected(const Part& part, std::span<const std::uint32_t> candidates) {
    if (is_whole(part)) return selected(part);
    selected_candidates_.assign((part.run.games() + 63) / 64, 0);
    for (const std::uint32_t ordinal : candidates) index::add(selected_candidates_, ordinal);
    headers_->keep(part.run, selected_candidates_);
    return selected_candidates_;
}

const std::vector<std::uint64_t>& OpeningTree::selected(const Part& part, const index::SharedPosition& position) {
    const Run& run = part.run;
    if (is_whole(part) || position.games * few_candidates > run.games()) return selected(part);
    selected_candidates_.assign((run.games() + 63) / 64, 0);
    unite(selected_candidates_, run, position);
    headers_->keep(run, selected_candidates_);
    return selected_candidates_;
}

void OpeningTree::unite(std::vector<std::uint64_t>& lines, const Run& run, const index::SharedPosition& position) {
    for (const index::SharedMove& move : position.moves)
        index_.for_each_game(run, move, [&](std::uint32_t ordinal) { index::add(lines, ordinal); });
}

std::uint64_t OpeningTree::count_shared(const Part& part, const index::SharedPosition& position) {
    std::vector<std::uint64_t> games((part.run.games() + 63) / 64);
    unite(games, part.run, position);
    const std::vector<std::uint64_t>& wanted = selected(part, position);
    for (std::size_t i = 0; i < games.size(); ++i) games[i] &= wanted[i];
    return index::count_of(games);
}

GameFacts OpeningTree::facts(const Part& part, std::uint32_t ordinal) {
    if (part.run.segment)
        if (const auto known = index_.facts(part.run, ordinal)) return *known;
    GameFacts facts;
    const std::int64_t id = part.game(ordinal);
    store::for_each_segment_game(store_, id, id,
                                 [&](const store::SegmentGame& game) { facts = index::facts_of(game); });
    return facts;
}

const std::vector<VariationLine>& OpeningTree::variations(std::int64_t game) {
    if (std::exchange(varied_game_, game) == game) return variations_;
    const auto record = reader_.read(game);
    variations_ = record ? variations_of(*record) : std::vector<VariationLine>();
    varied_kind_ = record ? record->kind : GameKind::chess;
    return variations_;
}

template Tree<ChessGame> OpeningTree::at(const chess::Position&);
template void OpeningTree::count_reached(const chess::Position&, Tree<ChessGame>&);

}  // namespace cofnod::search
