#pragma once

#include <string>

#include "cli/streams.hpp"
#include "index/upkeep.hpp"

namespace cofnod::cli {

struct OptimizeOptions {
    std::string database;
    index::Resources resources;
};

/// Puts the position index into as few segments as the memory allows.
int run_optimize(const OptimizeOptions& options, Streams& io);

}  // namespace cofnod::cli
