#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cluster/server.hpp"
#include "store/store.hpp"

namespace cofnod::cluster {

struct LoadOptions {
    std::string name;        ///< name of the database; games loaded earlier under this name are replaced
    bool with_text = false;  ///< also load the table whole (comments, variations, tags, problems); later loads then
                             ///< keep it
    std::string program;     ///< "cofnod 0.2.0"
    /// Called frequently with the number of games read so far; may throw to stop.
    std::function<void(std::int64_t games)> progress;
};

struct LoadSummary {
    std::int64_t games = 0;    ///< in the database
    std::int64_t chunks = 0;   ///< in the database
    std::int64_t loaded = 0;   ///< chunks loaded now; the others were up to date
    std::int64_t dropped = 0;  ///< chunks dropped because their games were deleted
    std::int64_t base = 0;     ///< offset added to the ids of its games
};

/// Loads the games of a database in chunks of 2^24 ids. A chunk is written to staging tables, whose rows are counted;
/// these then replace a partition of each table, whose rows are counted again; the row in the table chunk is written
/// last. If a load is killed, queries ignore or refuse the incomplete chunk, and the next load repeats only that chunk.
/// Throws StoreError.
LoadSummary load(const Address& address, store::Store& store, const LoadOptions& options);

}  // namespace cofnod::cluster
