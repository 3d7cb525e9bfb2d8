#pragma once

#include "cli/output_format.hpp"
#include "cli/streams.hpp"
#include "jobs/import.hpp"

namespace cofnod::cli {

struct ImportOptions {
    jobs::ImportOptions job;
    jobs::ReadingOptions reading = {};
    bool strict = false;
    OutputFormat format = OutputFormat::automatic;  ///< json: the summary, on stdout
};

/// Reads files into a database. A file that cannot be read is reported, and the others are imported.
int run_import(const ImportOptions& options, Streams& io);

}  // namespace cofnod::cli
