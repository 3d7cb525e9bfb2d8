#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "games/record/replay.hpp"
#include "index/position_index.hpp"
#include "index/segment_format.hpp"
#include "search/header_games.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"
#include "store/statistics.hpp"

namespace cofnod::search {

/// Reads the dates of all games of a segment from its columns, as PartialDate::number(); 0: unknown. `reader`: for
/// dates that no column can hold.
std::vector<std::int32_t> dates_of(const index::Run& run, index::PositionIndex& index, store::GameReader& reader);

/// A game that reaches a position.
struct GameAtPosition {
    std::int64_t id = 0;
    index::GameFacts facts;
    std::int32_t date = 0;                ///< PartialDate::number(); 0: unknown
    bool has_set_up = false;              ///< does not begin at the initial position
    std::span<const std::uint64_t> keys;  ///< keys of the positions up to this one
};

/// Visits the games of a filter that reach a position, with the replayer at its first occurrence. Uses the position
/// index; games in no segment are replayed. Keeps a reference to the store.
template <RecordedGame G>
class PositionGames {
public:
    /// Called with the replayer at the position, which may play on.
    using Each = std::function<void(const GameAtPosition& game, typename G::Replayer& now)>;

    PositionGames(store::Store& store, const store::HeaderFilter& filter)
        : store_(store), reader_(store), index_(store), runs_(index::runs(store)) {
        store::HeaderFilter selecting = filter;
        selecting.kind.reset();
        if (store::game_kinds(store).size() > 1) selecting.kind = G::kind;
        if (!store::is_empty(selecting)) selected_ = HeaderGames(store, selecting).ids();
    }

    void for_each(const index::PositionKeys& keys, const Each& each) {
        for (const index::Run& run : runs_)
            if (run.segment)
                look_up(run, keys, each);
            else
                scan(run, keys.key, each);
    }

    /// Visits the year and result of all games of the filter; year 0: unknown.
    void for_each_facts(const std::function<void(const index::GameFacts& facts)>& each) {
        for (const index::Run& run : runs_) {
            if (!run.segment) {
                store::for_each_segment_game(store_, run.first, run.last, [&](const store::SegmentGame& game) {
                    if (is_selected(game.id)) each(index::facts_of(game));
                });
                continue;
            }
            for (std::uint32_t ordinal = 0; ordinal < run.games(); ++ordinal)
                if (is_selected(run.first + ordinal)) each(facts(run, ordinal));
        }
    }

private:
    [[nodiscard]] bool is_selected(std::int64_t game) const {
        return !selected_ || std::binary_search(selected_->begin(), selected_->end(), game);
    }

    index::GameFacts facts(const index::Run& run, std::uint32_t ordinal) {
        if (const auto known = index_.facts(run, ordinal)) return *known;
        index::GameFacts facts;
        const std::int64_t id = run.first + ordinal;
        store::for_each_segment_game(store_, id, id,
                                     [&](const store::SegmentGame& game) { facts = index::facts_of(game); });
        return facts;
    }

    void look_up(const index::Run& run, const index::PositionKeys& keys, const Each& each) {
        Ids ids;
        for (const std::uint32_t ordinal : index_.candidates(run, keys))
            if (is_selected(run.first + ordinal)) ids.push_back(run.first + ordinal);
        if (ids.empty()) return;
        const std::vector<std::int32_t> dates = dates_of(run, index_, reader_);
        read_games(reader_, ids, [&](const store::GameMoves& game) {
            const auto ordinal = static_cast<std::uint32_t>(game.id - run.first);
            if (game.kind == G::kind)
                look_at({game.id, facts(run, ordinal), dates[ordinal], !game.start.empty(), {}}, game.start, game.moves,
                        keys.key, each);
            return true;
        });
    }

    void scan(const index::Run& run, std::uint64_t key, const Each& each) {
        store::for_each_segment_game(store_, run.first, run.last, [&](const store::SegmentGame& game) {
            if (game.kind == G::kind && is_selected(game.id))
                look_at({game.id, index::facts_of(game), game.date ? game.date->number() : 0, !game.start.empty(), {}},
                        game.start, game.moves, key, each);
        });
    }

    void look_at(GameAtPosition game, std::string_view start, std::string_view moves, std::uint64_t key,
                 const Each& each) {
        const auto* replayer = start.empty() && moves.empty() ? nullptr : starts_.from(start);
        if (!replayer) return;
        typename G::Replayer now = *replayer;
        now.read(moves);
        keys_.clear();
        do {
            keys_.push_back(now.key());
            if (now.key() != key) continue;
            game.keys = keys_;
            return each(game, now);
        } while (now.next());
    }

    store::Store& store_;
    store::GameReader reader_;
    index::PositionIndex index_;
    std::vector<index::Run> runs_;
    std::optional<Ids> selected_;
    ReplayStart<G> starts_;
    std::vector<std::uint64_t> keys_;
};

/// A game and its date, as PartialDate::number().
struct DatedGame {
    std::int64_t id = 0;
    std::int32_t date = 0;
};

/// Games that reached a position before a date.
struct EarlierCount {
    std::int64_t games = 0;
    DatedGame last;  ///< the latest of them; id 0: none
};

/// Positions of the games that were certainly played before a date. A game is earlier if its last possible day is
/// before the first possible day of `date`; one without a year is never earlier. Uses the position index; games in no
/// segment are replayed. Keeps a reference to the store.
class EarlierGames {
public:
    /// `except`: ids of games to exclude, ascending. Other games must pass the filter.
    EarlierGames(store::Store& store, GameKind kind, store::PartialDate date, Ids except,
                 const store::HeaderFilter& filter);

    /// Number of earlier games, and of games that may or may not be earlier.
    [[nodiscard]] std::int64_t games() const { return games_; }
    [[nodiscard]] std::int64_t undecided() const { return undecided_; }

    /// Returns the number of earlier games with each position, and the latest of them.
    std::vector<EarlierCount> count(std::span<const index::PositionKeys> keys);
    /// Returns all earlier games with a position, ordered by id.
    std::vector<DatedGame> with_position(const index::PositionKeys& keys);

private:
    /// A run with the date of each earlier game; 0: not earlier.
    struct DatedRun {
        index::Run run;
        std::vector<std::int32_t> dates;
    };
    template <typename Each>
    void for_each_in(const DatedRun& dated, const index::PositionKeys& keys, const Each& each);
    template <typename Each>
    void scan(const DatedRun& dated, std::span<const index::PositionKeys> keys, const Each& each);
    [[nodiscard]] bool has_position(std::int64_t id, std::uint64_t key);
    void sort_out(DatedRun& dated);

    store::Store& store_;
    GameKind kind_;
    store::PartialDate date_;
    Ids except_;
    std::optional<Ids> selected_;
    index::PositionIndex index_;
    store::GameReader reader_;
    std::vector<DatedRun> runs_;
    std::int64_t games_ = 0, undecided_ = 0;
};

}  // namespace cofnod::search
