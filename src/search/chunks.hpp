#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "index/position_index.hpp"
#include "search/header_games.hpp"
#include "search/id_lists.hpp"

namespace cofnod::search {

/// Games of one work unit, in the order of ids.
struct Chunk {
    IdRange range;
    std::optional<Ids> ids;  ///< only these, not empty; nullopt: all of the range
};

/// Iterates over the games that headers and index select, run by run, in chunks of bounded size.
class Chunks {
public:
    /// Called once per run with the requested, non-empty range of its ids. Returns the games to examine, ascending;
    /// nullopt: all of them.
    using Select = std::function<std::optional<Ids>(const index::Run& run, IdRange range)>;

    /// Keeps references to `store` and `header`; `select` is called on the thread that calls next().
    Chunks(store::Store& store, const store::HeaderFilter& header, std::int64_t after, std::size_t size, Select select);

    /// Returns the next chunk; nullopt after the last.
    std::optional<Chunk> next();

    [[nodiscard]] bool filters_headers() const { return headers_.has_value(); }
    /// Number of ids in the requested range, regardless of other filters.
    [[nodiscard]] std::int64_t games_in_range() const { return games_in_range_; }
    /// Last requested id and last id of all; 0: there are no games.
    [[nodiscard]] std::int64_t last() const;
    [[nodiscard]] std::int64_t last_of_all() const { return runs_.empty() ? 0 : runs_.back().last; }
    /// Number of games selected so far.
    [[nodiscard]] std::int64_t candidates() const { return candidates_; }

private:
    [[nodiscard]] IdRange common(const index::Run& run) const;
    void begin(const index::Run& run);
    Chunk listed();
    Chunk unlisted();

    std::size_t size_;
    Select select_;
    std::vector<index::Run> runs_;
    IdRange range_;
    std::optional<HeaderGames> headers_;  ///< nullopt: all games
    std::int64_t games_in_range_ = 0;
    std::int64_t candidates_ = 0;
    std::size_t next_run_ = 0;
    IdRange open_;  ///< of the current run, not returned yet
    std::optional<Ids> ids_;
    std::size_t next_id_ = 0;
};

}  // namespace cofnod::search
