#pragma once

#include <cstdint>
#include <optional>

#include "game/recorded_game.hpp"
#include "search/answers.hpp"
#include "search/tree.hpp"
#include "store/header_filter.hpp"

namespace cofnod::search {

/// Opening trees of one kind of game.
template <RecordedGame G>
class TreesOf {
public:
    virtual ~TreesOf() = default;
    /// Returns the moves played from a position in the games of a filter, most played first. `limit`: the most played
    /// moves only.
    virtual Tree<G> tree(const typename G::Position& position, const store::HeaderFilter& filter,
                         std::optional<std::int64_t> limit) = 0;
};

/// Returns the trees of a kind of game from answers, all of which have them.
template <RecordedGame G>
TreesOf<G>& trees_of(Answers& answers) {
    return dynamic_cast<TreesOf<G>&>(answers);
}

}  // namespace cofnod::search
