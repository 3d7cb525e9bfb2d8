#include "search/tree.hpp"

#include <algorithm>

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

OpeningTree::OpeningTree(store::Store& store, const store::HeaderFilter& filter)
    : store_(store), reader_(store), index_(store), runs_(index::runs(store)) {
    if (!store::is_empty(filter)) headers_.emplace(store, filter);
}

const std::vector<std::uint64_t>& OpeningTree::selected(const Run& run) {
    const auto known = selected_.find(run.first);
    if (known != selected_.end()) return known->second;
    return selected_[run.first] = headers_ ? headers_->games(run) : index::all_games(run);
}

const std::vector<std::uint64_t>& OpeningTree::selected(const Run& run, std::span<const std::uint32_t> candidates) {
    if (is_whole(run)) return selected(run);
    selected_candidates_.assign((run.games() + 63) / 64, 0);
    for (const std::uint32_t ordinal : candidates) index::add(selected_candidates_, ordinal);
    headers_->keep(run, selected_candidates_);
    return selected_candidates_;
}

const std::vector<std::uint64_t>& OpeningTree::selected(const Run& run, const index::SharedPosition& position) {
    if (is_whole(run) || position.games * few_candidates > run.games()) return selected(run);
    selected_candidates_.assign((run.games() + 63) / 64, 0);
    for (const index::SharedMove& move : position.moves) index_.unite(selected_candidates_, run, move);
    headers_->keep(run, selected_candidates_);
    return selected_candidates_;
}

std::uint64_t OpeningTree::count_shared(const Run& run, const index::SharedPosition& position) {
    std::vector<std::uint64_t> games((run.games() + 63) / 64);
    for (const index::SharedMove& move : position.moves) index_.unite(games, run, move);
    const std::vector<std::uint64_t>& wanted = selected(run, position);
    for (std::size_t i = 0; i < games.size(); ++i) games[i] &= wanted[i];
    return index::count_of(games);
}

GameFacts OpeningTree::facts(const Run& run, std::uint32_t ordinal) {
    if (const auto known = index_.facts(run, ordinal)) return *known;
    GameFacts facts;
    const std::int64_t id = run.first + ordinal;
    store::for_each_segment_game(store_, id, id,
                                 [&](const store::SegmentGame& game) { facts = index::facts_of(game); });
    return facts;
}

template Tree<ChessGame> OpeningTree::at(const chess::Position&);
template void OpeningTree::count_reached(const chess::Position&, Tree<ChessGame>&);

}  // namespace cofnod::search
