#pragma once

#include <string>

#include "cli/streams.hpp"
#include "index/upkeep.hpp"

namespace cofnod::cli {

struct RecoverOptions {
    std::string damaged;
    std::string database;  ///< the new one; must not be there
    index::Resources resources;
};

/// Saves what can be read of a damaged database into a new one: every game, with its id, its source and its texts.
/// Tells on `out` what was lost; exits with ExitCode::rejected where anything was. The damaged file is only read.
int run_recover(const RecoverOptions& options, Streams& io);

}  // namespace cofnod::cli
