#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "cql/bounds/filter_games.hpp"
#include "cql/bounds/tag_filter.hpp"
#include "cql/run/budget.hpp"
#include "cql/syntax.hpp"
#include "index/position_index.hpp"

namespace cofnod::cql {

/// Computes a superset of the games that can match a script, by headers and the index.
class CandidateGames {
public:
    /// Keeps references to all arguments. `on_work` is called periodically and throws to end the search.
    CandidateGames(const Script& script, const store::Store& store, index::PositionIndex& index,
                   const std::function<void()>& on_work, SharedBudget budget = {});

    /// Returns true if the filters on headers hold for the games that select() lists (Game::headers_hold).
    [[nodiscard]] bool decides_headers() const { return may_leave_out_ && headers_ && !leaves_headers_; }

    /// Returns the ids of all games of a run that can match, ascending; nullopt: any game can.
    std::optional<std::vector<std::int64_t>> select(const index::Run& run);

    /// Games of a run counted by the index, and those it cannot decide.
    struct Counted {
        std::int64_t games = 0;
        std::int64_t positions = 0;        ///< if requested
        std::vector<std::int64_t> others;  ///< ids of undecided games
    };
    /// Returns the number of matching games if material or headers alone decide the script (or both, without
    /// `positions`).
    std::optional<Counted> count(const index::Run& run, bool positions);

private:
    std::vector<std::uint64_t> unseen_games(const index::Run& run);
    std::vector<std::uint64_t> by_headers(const index::Run& run);
    void decide_by_facts(const index::Run& run, std::vector<std::uint64_t>& sure, std::vector<std::uint64_t>& open);
    std::int64_t positions_of(const std::vector<std::uint64_t>& games);

    const Script& script_;
    std::vector<Tree> facts_;             ///< conjuncts decidable by results and Elos in the index
    bool asks_for_tags_ = false;          ///< some conjuncts need tags
    std::unique_ptr<TagFilter> headers_;  ///< decides all header conjuncts; nullptr: there are none
    bool leaves_headers_ = false;         ///< some header conjuncts are in rest_
    Tree rest_;                           ///< the other conjuncts; nullptr: there are none
    bool may_leave_out_ = false;
    index::PositionIndex& index_;
    FilterGames games_;
};

}  // namespace cofnod::cql
