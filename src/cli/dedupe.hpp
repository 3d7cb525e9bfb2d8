#pragma once

#include <cstdint>
#include <string>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"

namespace cofnod::cli {

struct DedupeOptions {
    std::string database;
    bool same_moves = false, contained = false, readings = false;  ///< none of them: all
    std::uint32_t min_plies = 20;
    bool apply = false;
    bool remove = false;  ///< --delete
    OutputFormat format = OutputFormat::automatic;
};

/// Finds games that are records of one, and links them as witnesses when asked to.
int run_dedupe(const DedupeOptions& options, Streams& io);

}  // namespace cofnod::cli
