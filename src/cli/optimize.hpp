#pragma once

#include <string>

#include "cli/streams.hpp"
#include "search/index/upkeep.hpp"

namespace cofnod::cli {

struct OptimizeOptions {
    std::string database;
    search::index::Means means;
};

/// Puts the position index into as few segments as the memory allows.
int run_optimize(const OptimizeOptions& options, Streams& io);

}  // namespace cofnod::cli
