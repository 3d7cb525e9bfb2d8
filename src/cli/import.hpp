#pragma once

#include <string>
#include <vector>

#include "cli/output_format.hpp"
#include "cli/streams.hpp"
#include "importers/import.hpp"
#include "index/upkeep.hpp"

namespace cofnod::cli {

struct ImportOptions {
    std::string database;
    std::vector<std::string> files;  ///< or folders; "-": standard input
    importers::Format from = importers::Format::detect;
    importers::sheet::ColumnMap columns;  ///< what columns of sheets mean
    importers::Limits limits;
    std::string from_notation;
    std::string prefer_notation;
    std::string charset;  ///< empty: find out
    std::vector<std::string> notation_files;
    std::string citation;  ///< where the files were taken from, in words
    bool keep_source = true;
    bool keep_san = false;
    bool index = true;
    index::Resources resources;
    bool strict = false;
    bool dry_run = false;
    OutputFormat format = OutputFormat::automatic;  ///< json: the summary, on stdout
};

/// Reads files into a database. A file that cannot be read is told, and the others are read all the same.
int run_import(const ImportOptions& options, Streams& io);

}  // namespace cofnod::cli
