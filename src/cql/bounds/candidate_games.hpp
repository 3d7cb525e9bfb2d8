#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cql/bounds/filter_games.hpp"
#include "cql/run/budget.hpp"
#include "cql/run/query.hpp"
#include "cql/syntax.hpp"
#include "games/record/record.hpp"
#include "index/position_index.hpp"
#include "search/patterns.hpp"
#include "store/header_filter.hpp"
#include "store/tag_scan.hpp"

namespace cofnod::cql {

/// Returns true if games that cannot match may be skipped because the script has no side effects on them.
bool may_leave_out_games(const Script& script);

/// Adds the script's conditions on names and game numbers to `filter`. The result selects a superset of the matches.
store::HeaderFilter narrowed(store::HeaderFilter filter, const Script& script);

/// Returns pieces that are on the board together, at some position of the main line, in every game that a script
/// matches; nullopt if there are none, or if they match the standard position, which nearly all games have.
std::optional<search::PiecesPattern> needed_pieces(const Script& script);

/// Evaluates header filters on the tags of many games without reading the games. A filter on a single tag is evaluated
/// once per distinct value.
class TagFilter {
public:
    /// Returns true for filters on the result, the game number and the tags that TagScan reads.
    static bool can_decide(const Node& filter);

    /// Keeps a reference to the store.
    TagFilter(const store::Store& store, const Script& script, const std::vector<Tree>& filters,
              const std::function<void()>& on_work, SharedBudget budget);

    /// Clears the bits of games for which any filter does not hold.
    void apply(const index::Run& run, index::PositionIndex& index, std::vector<std::uint64_t>& games);

private:
    /// Cached answers by TagScan::number. Most numbers are small.
    class Answers {
    public:
        enum Answer : std::int8_t { unknown, yes, no };
        Answer& operator[](std::int64_t number) {
            constexpr std::int64_t most_listed = 1 << 20;
            if (number < 0 || number >= most_listed) return others_[number];
            const auto place = static_cast<std::size_t>(number);
            if (place >= listed_.size()) listed_.resize(std::max(place + 1, listed_.size() * 2));
            return listed_[place];
        }

    private:
        std::vector<Answer> listed_;
        std::unordered_map<std::int64_t, Answer> others_;
    };

    /// Alternative in a disjunction of filters.
    struct Alternative {
        Alternative(const Script& script, const Tree& filter, const MatchOptions& how);

        CompiledScript query;
        ScriptMatcher matcher;
        std::vector<std::string> tags;
        std::vector<std::size_t> places;      ///< indexes of the tags in the scan
        bool of_tag_alone;                    ///< depends on a single tag only: answers are cached
        std::optional<std::size_t> column{};  ///< header column in the index, if any
        Answers known{};
    };
    using Conjunct = std::vector<std::unique_ptr<Alternative>>;

    std::vector<std::uint64_t> apply_columns(const index::Run& run, index::PositionIndex& index,
                                             std::vector<std::uint64_t>& games);
    void add_by_games(const index::Run& run, const std::vector<std::uint64_t>& open, std::vector<std::uint64_t>& games);
    bool holds(std::int64_t game, Result result);
    bool holds(Alternative& filter, std::int64_t id, Result result);
    bool holds_of_tag(Alternative& filter, std::int64_t number);

    std::vector<Conjunct> filters_;
    std::unique_ptr<store::TagScan> scan_;
    Tags tags_;
    std::function<void()> on_work_;
};

/// Computes a superset of the games that can match a script, from headers and the index.
class CandidateGames {
public:
    /// Keeps references to all arguments. `on_work` is called periodically and may throw to end the search.
    CandidateGames(const Script& script, const store::Store& store, index::PositionIndex& index,
                   const std::function<void()>& on_work, SharedBudget budget = {});

    /// Returns true if all header filters hold for the games that select() returns (Game::headers_hold).
    [[nodiscard]] bool decides_headers() const { return may_leave_out_ && headers_ && !leaves_headers_; }

    /// Returns the ids of all games of a run that can match, ascending; nullopt if any game can.
    std::optional<std::vector<std::int64_t>> select(const index::Run& run);

    /// Number of matching games in a run that the index decides, and the games that it cannot decide.
    struct Counted {
        std::int64_t games = 0;
        std::int64_t positions = 0;        ///< if requested
        std::vector<std::int64_t> others;  ///< ids of undecided games
    };
    /// Counts the matching games if material or headers alone decide the script (or both, without `positions`);
    /// otherwise returns nullopt.
    std::optional<Counted> count(const index::Run& run, bool positions);

private:
    std::vector<std::uint64_t> unseen_games(const index::Run& run);
    std::vector<std::uint64_t> by_headers(const index::Run& run);
    void decide_by_facts(const index::Run& run, std::vector<std::uint64_t>& sure, std::vector<std::uint64_t>& open);
    std::int64_t positions_of(const std::vector<std::uint64_t>& games);

    const Script& script_;
    std::vector<Tree> facts_;             ///< conjuncts decidable by results and Elos in the index
    bool asks_for_tags_ = false;          ///< some conjuncts need tags
    std::unique_ptr<TagFilter> headers_;  ///< decides all header conjuncts; nullptr if there are none
    bool leaves_headers_ = false;         ///< some conjuncts on headers are in rest_
    Tree rest_;                           ///< the other conjuncts; nullptr if there are none
    bool may_leave_out_ = false;
    index::PositionIndex& index_;
    FilterGames games_;
};

}  // namespace cofnod::cql
