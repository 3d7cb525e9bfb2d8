#pragma once

#include <string>

#include "cli/output_format.hpp"
#include "cli/query_options.hpp"

namespace cofnod::cli {

struct SearchOptions {
    std::string database;
    QueryOptions query;
    std::string notation = "en";  ///< of the moves shown
    OutputFormat format = OutputFormat::automatic;
    bool count = false;
    bool explain = false;
};

int run_search(const SearchOptions& options, Streams& io);

}  // namespace cofnod::cli
