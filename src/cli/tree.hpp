#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/output_format.hpp"
#include "cli/query_options.hpp"

namespace cofnod::cli {

struct TreeOptions {
    std::string database;
    QueryOptions query;  ///< its filter says which games; its position is where the tree begins
    std::string notation = "en";
    OutputFormat format = OutputFormat::automatic;
    std::optional<std::int64_t> limit;  ///< moves shown
};

int run_tree(const TreeOptions& options, Streams& io);

}  // namespace cofnod::cli
