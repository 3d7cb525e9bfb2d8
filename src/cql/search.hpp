#pragma once

#include <cstdint>
#include <functional>

#include "cql/run/finder.hpp"
#include "search/search.hpp"
#include "store/store.hpp"

namespace cofnod::cql {

/// Statistics of a database search, for --explain.
struct Survey {
    std::int64_t in_range = 0;           ///< games in the requested range of ids
    std::int64_t segments = 0;           ///< segments of the index used
    std::int64_t index_rows = 0;         ///< rows of the index read
    std::int64_t candidates = 0;         ///< games selected by index and headers
    std::int64_t counted = 0;            ///< games counted by the index alone
    std::int64_t counted_positions = 0;  ///< matching positions in them, if requested
    std::int64_t looked_at = 0;          ///< games matched against the script
    std::int64_t games = 0;              ///< matching games
    std::int64_t positions = 0;          ///< matching positions
    std::int64_t damaged = 0;            ///< games with unreadable moves: run 'cofnod check'
};

struct SearchOptions {
    FindOptions find;
    unsigned threads = 1;  ///< scripts with persistent values run on one thread
    std::int64_t after = 0;
    bool use_index = true;
    std::function<void(std::int64_t done, std::int64_t all)> progress{};  ///< reports progress in games
};

/// Finds the games of a database that match both the query `asked` and the script, possibly at different positions.
/// Game numbers are ids. Results are passed to `take` in order of ids, on the calling thread, and do not depend on the
/// number of threads; `take` returns false to stop.
Survey search(store::Store& store, const search::Query& asked, const CompiledScript& script,
              const SearchOptions& options, const std::function<bool(ChunkMatches&&)>& take);

}  // namespace cofnod::cql
