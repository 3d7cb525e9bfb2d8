#pragma once

#include <string>

#include "cli/streams.hpp"
#include "jobs/reading.hpp"

namespace cofnod::cli {

struct ConvertOptions {
    std::string file;  ///< empty or "-": standard input
    jobs::ReadingOptions reading = {};
    std::string notation = "en";  ///< a language, "uci" or "lan"
    bool reduced = false;
    bool strict = false;
};

/// Writes the games of a file as PGN on `out`, without a database. Faults are reported on `err`; what could not be read
/// stays in the PGN as a comment.
int run_convert(const ConvertOptions& options, Streams& io);

}  // namespace cofnod::cli
