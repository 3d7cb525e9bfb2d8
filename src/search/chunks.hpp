#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "index/position_index.hpp"
#include "search/id_lists.hpp"

namespace cofnod::search {

/// Some games in the order of their ids, for one thread.
struct Chunk {
    IdRange range;
    std::optional<Ids> ids;  ///< only these; not empty
};

/// The range of ids that a filter and a page leave.
IdRange range_of(const store::HeaderFilter& header, std::int64_t after = 0);

/// The games of a database that headers and index leave, run by run, in chunks of bounded size.
class Chunks {
public:
    /// Called once a run with its ids that are asked for, not empty. Returns the games to look at, ascending; nullopt:
    /// all of them.
    using Select = std::function<std::optional<Ids>(const index::Run& run, IdRange range)>;

    /// `store` and `header` must outlive it; `select` is called on the thread that calls next().
    Chunks(store::Store& store, const store::HeaderFilter& header, std::int64_t after, std::size_t size, Select select);

    /// nullopt: there are no more.
    std::optional<Chunk> next();

    [[nodiscard]] bool filters_headers() const { return filtered_.has_value(); }
    /// Games with the ids that are asked for, whatever the filter.
    [[nodiscard]] std::int64_t games_in_range() const { return games_in_range_; }
    /// The last id that is asked for and the last of all; 0: there are no games.
    [[nodiscard]] std::int64_t last() const;
    [[nodiscard]] std::int64_t last_of_all() const { return runs_.empty() ? 0 : runs_.back().last; }
    /// Games that were selected so far.
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
    std::optional<Ids> filtered_;
    std::int64_t games_in_range_ = 0;
    std::int64_t candidates_ = 0;
    std::size_t next_run_ = 0;
    IdRange open_;  ///< of the run: what is not handed out yet
    std::optional<Ids> ids_;
    std::size_t next_id_ = 0;
};

}  // namespace cofnod::search
