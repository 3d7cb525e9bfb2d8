#pragma once

#include <string>
#include <vector>

#include "cli/cql_run.hpp"

namespace cofnod::cli {

struct CqlCommandOptions {
    std::string script;               ///< a file; "-": standard input
    std::vector<std::string> inputs;  ///< databases and files; none: what the script names, if that is allowed
    CqlOptions asked;
    jobs::ReadingOptions reading;  ///< of files
    std::string notation = "en";   ///< of the moves shown
    std::string output;            ///< a file; empty: what the script names, if that is allowed, else standard output
    bool allow_header_files = false;
    bool overwrite = false;
};

int run_cql(const CqlCommandOptions& options, Streams& io);

/// Returns the content of a script. Throws InputError.
std::string read_script_file(const std::string& path);

}  // namespace cofnod::cli
