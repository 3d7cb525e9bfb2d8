#pragma once

#include <string>
#include <vector>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"
#include "importers/import.hpp"

namespace cofnod::cli {

struct CheckOptions {
    std::vector<std::string> files;  ///< files, folders, "-", or databases
    importers::Format from = importers::Format::detect;
    importers::sheet::ColumnMap columns;  ///< what columns of sheets mean
    importers::Limits limits;
    std::string from_notation;
    std::string prefer_notation;
    std::string charset;  ///< empty: find out
    std::vector<std::string> notation_files;
    bool faults_only = false;
    OutputFormat format = OutputFormat::automatic;  ///< ndjson: a problem a line
};

/// Tells every problem of files of games, without a database; or looks whether a database is sound.
int run_check(const CheckOptions& options, Streams& io);

}  // namespace cofnod::cli
