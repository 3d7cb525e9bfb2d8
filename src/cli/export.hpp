#pragma once

#include <string>

#include "cli/output_format.hpp"
#include "cli/query_options.hpp"
#include "pgn/writer.hpp"

namespace cofnod::cli {

struct ExportOptions {
    std::string database;
    QueryOptions query;
    std::string notation = "en";
    bool reduced = false;
    pgn::Layout layout = pgn::Layout::pgn;
    bool citations = false;
    OutputFormat format = OutputFormat::automatic;  ///< PGN
    std::string output = "-";
    bool overwrite = false;
};

int run_export(const ExportOptions& options, Streams& io);

}  // namespace cofnod::cli
