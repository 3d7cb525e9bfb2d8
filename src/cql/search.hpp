#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cql/run/finder.hpp"
#include "search/query.hpp"
#include "store/store.hpp"

namespace cofnod::cql {

/// Statistics of a search of a database, for --explain.
struct Survey {
    std::int64_t in_range = 0;           ///< games with the ids that were asked for
    std::int64_t segments = 0;           ///< of the index, that named games
    std::int64_t index_rows = 0;         ///< read from it
    std::int64_t candidates = 0;         ///< games that index and headers left
    std::int64_t counted = 0;            ///< games that the index counted without naming them
    std::int64_t counted_positions = 0;  ///< in them, if positions were asked for
    std::int64_t looked_at = 0;          ///< games held against the script
    std::int64_t games = 0;              ///< that match
    std::int64_t positions = 0;          ///< in them
    std::int64_t damaged = 0;            ///< games whose stored moves cannot be read: run 'cofnod check'
};

struct SearchOptions {
    FindOptions find;
    unsigned threads = 1;  ///< scripts that carry values from game to game have one
    std::int64_t after = 0;
    bool use_index = true;
    std::function<void(std::int64_t done, std::int64_t all)> progress{};  ///< in games
};

/// The games of a database that are `asked` for and that a script matches, be it at another position. Games are
/// numbered by their ids. What is found is handed over in the order of ids, on the calling thread, and does not depend
/// on the number of threads; `take` answers false to end.
Survey search(store::Store& store, const search::Query& asked, const Query& script, const SearchOptions& options,
              const std::function<bool(Findings&&)>& take);

}  // namespace cofnod::cql
