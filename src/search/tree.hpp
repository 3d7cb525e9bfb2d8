#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "games/record/replay.hpp"
#include "games/record/variations.hpp"
#include "index/game_facts.hpp"
#include "index/position_index.hpp"
#include "search/answers.hpp"
#include "search/header_games.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"

namespace cofnod::search {

/// A move from the position of a tree, with its statistics.
template <RecordedGame G>
struct TreeMove {
    typename G::Move move;
    index::Totals totals;      ///< for the games in which it was played here
    std::int64_t reached = 0;  ///< games that reach the resulting position by any moves
};

/// Moves played from one position. A game that reached it twice and continued differently counts for both moves.
template <RecordedGame G>
struct Tree {
    index::Totals totals;            ///< for all games that reached the position
    std::uint64_t ended = 0;         ///< number of games that ended there
    std::vector<TreeMove<G>> moves;  ///< most played first
};

/// Sorts the moves of a tree, the most played first, and keeps at most `limit`.
template <RecordedGame G>
void sort_and_cut(Tree<G>& tree, std::optional<std::int64_t> limit) {
    std::sort(tree.moves.begin(), tree.moves.end(), [](const TreeMove<G>& a, const TreeMove<G>& b) {
        return a.totals.games != b.totals.games ? a.totals.games > b.totals.games : G::is_less(a.move, b.move);
    });
    if (limit && tree.moves.size() > static_cast<std::size_t>(*limit))
        tree.moves.resize(static_cast<std::size_t>(*limit));
}

/// Opening tree of the lines of the games of a filter; a variation counts like a game, with the result and the ratings
/// of its own. Uses the position index and replays games in no segment. Keeps a reference to the store.
class OpeningTree {
public:
    OpeningTree(store::Store& store, const store::HeaderFilter& filter, Lines lines = Lines::main);

    template <RecordedGame G>
    [[nodiscard]] Tree<G> at(const typename G::Position& position);
    /// Sets TreeMove::reached, with one index lookup per move.
    template <RecordedGame G>
    void count_reached(const typename G::Position& position, Tree<G>& tree);

private:
    /// The main lines of a run of games, or their variations.
    struct Part {
        index::Run run;
        std::optional<index::Lines> lines;  ///< variations of `games`; their run is `run`
        index::Run games;

        [[nodiscard]] std::int64_t game(std::uint32_t ordinal) const {
            return games.first + (lines ? lines->at(ordinal).game : ordinal);
        }
    };

    template <RecordedGame G>
    struct Growing;
    template <RecordedGame G>
    void add_part(const Part& part, Growing<G>& growing);
    /// Replays the lines of a run without a segment.
    template <RecordedGame G>
    void add_scanned(const Part& part, Growing<G>& growing);
    template <RecordedGame G>
    void add_position(const Part& part, const index::SharedPosition& position, Growing<G>& growing);
    template <RecordedGame G>
    void add_shared(const Part& part, const index::SharedPosition& position, Growing<G>& growing,
                    const std::vector<std::uint64_t>& wanted);
    template <RecordedGame G>
    void add_game(std::string_view start, std::string_view moves, const index::GameFacts& facts, Growing<G>& growing);
    /// Replays lines of a part.
    template <RecordedGame G>
    void add_lines(const Part& part, std::span<const std::uint32_t> ordinals, Growing<G>& growing);
    /// Adds the lines of a run that have a position to a bit set.
    void unite(std::vector<std::uint64_t>& lines, const index::Run& run, const index::SharedPosition& position);
    /// Returns the number of selected lines that have a position.
    std::uint64_t count_shared(const Part& part, const index::SharedPosition& position);
    template <RecordedGame G>
    std::int64_t games_with(const Part& part, const typename G::Position& position);
    /// Returns the selected lines of a part, complete at least for the candidates.
    const std::vector<std::uint64_t>& selected(const Part& part, std::span<const std::uint32_t> candidates);
    const std::vector<std::uint64_t>& selected(const Part& part, const index::SharedPosition& position);
    const std::vector<std::uint64_t>& selected(const Part& part);
    const std::vector<std::uint64_t>& selected_games(const index::Run& run);
    /// Returns true if all selected games of a run are known, or if they must be, to know their variations.
    [[nodiscard]] bool is_whole(const Part& part) const {
        return !headers_ || part.lines || selected_.contains(part.run.first);
    }
    index::GameFacts facts(const Part& part, std::uint32_t ordinal);
    /// Returns the variations of a game.
    const std::vector<VariationLine>& variations(std::int64_t game);

    /// Minimum ratio of the games of a run to those of a position for selecting only among the latter.
    static constexpr std::uint64_t few_candidates = 4;

    store::Store& store_;
    store::GameReader reader_;
    index::PositionIndex index_;
    std::vector<Part> parts_;
    std::optional<HeaderGames> headers_;                           ///< nullopt: all games
    std::map<std::int64_t, std::vector<std::uint64_t>> selected_;  ///< games of headers_ by the first game of their run
    std::map<std::int64_t, std::vector<std::uint64_t>> selected_lines_;  ///< their variations
    std::vector<std::uint64_t> selected_candidates_;
    std::int64_t varied_game_ = 0;  ///< the game that these are variations of
    GameKind varied_kind_ = GameKind::chess;
    std::vector<VariationLine> variations_;
};

/// Opening trees of one kind of game.
template <RecordedGame G>
class TreesOf {
public:
    virtual ~TreesOf() = default;
    /// Returns the moves played from a position in the lines of the games of a filter, most played first. `limit`:
    /// maximum number of moves.
    virtual Tree<G> tree(const typename G::Position& position, const store::HeaderFilter& filter, Lines lines,
                         std::optional<std::int64_t> limit) = 0;
};

/// Returns the trees for a kind of game; all implementations of Answers have them.
template <RecordedGame G>
TreesOf<G>& trees_of(Answers& answers) {
    return dynamic_cast<TreesOf<G>&>(answers);
}

}  // namespace cofnod::search
