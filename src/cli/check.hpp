#pragma once

#include "cli/output_format.hpp"
#include "cli/streams.hpp"
#include "jobs/check_files.hpp"

namespace cofnod::cli {

struct CheckOptions {
    jobs::CheckOptions job;
    jobs::ReadingOptions reading = {};
    OutputFormat format = OutputFormat::automatic;  ///< ndjson: one problem per line
};

/// Reports every problem of files of games, without a database; or examines a database.
int run_check(const CheckOptions& options, Streams& io);

}  // namespace cofnod::cli
