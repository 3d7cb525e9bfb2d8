#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "index/position_index.hpp"
#include "search/id_lists.hpp"
#include "store/game_reader.hpp"
#include "store/header_filter.hpp"

namespace cofnod::search {

/// A game and its date, as PartialDate::number().
struct DatedGame {
    std::int64_t id = 0;
    std::int32_t date = 0;
};

/// Games before a date that had a position.
struct EarlierCount {
    std::int64_t games = 0;
    DatedGame last;  ///< the latest of them; id 0: there is none
};

/// Positions of the games that were certainly played before a date. A game is earlier if its last possible day is
/// before the first possible day of `date`; one without a year is never earlier. Uses the position index; games in no
/// segment are replayed. Keeps a reference to the store.
class EarlierGames {
public:
    /// `except`: ids of games that do not count, ascending. Other games must pass the filter.
    EarlierGames(store::Store& store, GameKind kind, store::PartialDate date, Ids except,
                 const store::HeaderFilter& filter);

    /// Number of earlier games, and of those that may or may not be earlier.
    [[nodiscard]] std::int64_t games() const { return games_; }
    [[nodiscard]] std::int64_t undecided() const { return undecided_; }

    /// Returns the earlier games of each position.
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
