#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"

namespace cofnod::cli {

struct CompareOptions {
    std::string database;
    std::vector<std::int64_t> ids;  ///< one id: the witnesses that it is linked with
    bool all = false;               ///< every move, not only where they differ
    std::string notation;           ///< of all; empty: each its own
    std::vector<std::string> notation_files;
    OutputFormat format = OutputFormat::automatic;
};

/// Several records of one game side by side: tags, and the readings move by move. Exits with 1 where they differ.
int run_compare(const CompareOptions& options, Streams& io);

}  // namespace cofnod::cli
