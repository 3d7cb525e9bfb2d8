#pragma once

#include <string>
#include <vector>

#include "cli/cql_run.hpp"

namespace cofnod::cli {

struct CqlCommandOptions {
    std::string script;               ///< a file; "-": standard input
    std::vector<std::string> inputs;  ///< databases and files; none: what the script names, if that is allowed
    CqlOptions asked;
    importers::Format from = importers::Format::detect;
    std::string from_notation;
    std::string charset;
    importers::Limits limits;
    std::vector<std::string> notation_files;
    std::string notation = "en";  ///< of the moves shown
    std::string output;           ///< a file; empty: what the script names, if that is allowed, else standard output
    bool allow_header_files = false;
    bool overwrite = false;
    bool list_filters = false;  ///< instead of all this
};

int run_cql(const CqlCommandOptions& options, Streams& io);

/// The content of a script. Throws InputError.
std::string read_script_file(const std::string& path);

}  // namespace cofnod::cli
