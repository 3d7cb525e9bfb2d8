#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cluster/server.hpp"
#include "store/store.hpp"

namespace cofnod::cluster {

struct LoadOptions {
    std::string name;        ///< of the database: loaded again, it takes the place of its games
    bool with_text = false;  ///< the table whole too: comments, variations, tags, problems; once loaded, it stays
    std::string program;     ///< "cofnod 0.2.0"
    /// Called often, with the games read so far; may throw to stop.
    std::function<void(std::int64_t games)> progress;
};

struct LoadSummary {
    std::int64_t games = 0;    ///< of the database
    std::int64_t chunks = 0;   ///< that it consists of
    std::int64_t loaded = 0;   ///< of these, loaded now; the others were there already
    std::int64_t dropped = 0;  ///< chunks whose games are gone
    std::int64_t base = 0;     ///< what the ids of its games begin after
};

/// Loads the games of a database, a chunk of 2^24 ids at a time: into tables of its own, which are counted, then take
/// the place of a partition of each table, whose rows are counted again; the row of `chunk` comes last. Killed
/// anywhere, it leaves a chunk that questions do not see, or refuse, and does its work again when it is called again;
/// what was loaded is not loaded again. Throws StoreError.
LoadSummary load(const Address& address, store::Store& store, const LoadOptions& options);

}  // namespace cofnod::cluster
