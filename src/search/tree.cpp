#include "search/tree.hpp"

#include <algorithm>

#include "game/chess_game.hpp"
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
    if (store::is_empty(filter)) return;
    selected_.emplace();
    store::GameCursor cursor(store, filter);
    while (const auto id = cursor.next()) selected_->push_back(*id);
}

bool OpeningTree::is_selected(std::int64_t game) const {
    return !selected_ || std::binary_search(selected_->begin(), selected_->end(), game);
}

std::optional<std::span<const std::int64_t>> OpeningTree::selected_in(const Run& run) const {
    if (!selected_) return std::nullopt;
    const auto first = std::ranges::lower_bound(*selected_, run.first);
    return std::span(first, std::ranges::upper_bound(first, selected_->end(), run.last));
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
