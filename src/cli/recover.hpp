#pragma once

#include "cli/streams.hpp"
#include "jobs/salvage.hpp"

namespace cofnod::cli {

/// Saves what can be read of a damaged database into a new one. Exits with ExitCode::rejected if anything was lost.
int run_recover(const jobs::SalvageOptions& options, Streams& io);

}  // namespace cofnod::cli
