#pragma once

#include <optional>
#include <string>

#include "cli/cql_run.hpp"
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
    std::optional<std::string> pattern;   ///< a script of CQL
    std::optional<std::string> cql_file;  ///< or the file it stands in
    CqlOptions cql;                       ///< of its answer, what does not stand above
};

int run_search(const SearchOptions& options, Streams& io);

}  // namespace cofnod::cli
