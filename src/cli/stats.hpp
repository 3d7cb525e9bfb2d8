#pragma once

#include <string>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"

namespace cofnod::cli {

struct StatsOptions {
    std::string database;
    OutputFormat format = OutputFormat::automatic;
};

/// What is in a database, at one glance.
int run_stats(const StatsOptions& options, Streams& io);

}  // namespace cofnod::cli
