#pragma once

#include <string>

#include "cli/command.hpp"
#include "jobs/cql_search.hpp"

namespace cofnod::cli {

/// Returns the content of a script; "-": of standard input. Throws InputError.
std::string read_script_file(const std::string& path);

/// `--positions`, `--threads`, `--timeout`, `--memory`, `--read`, `--write`: options for running a CQL script.
void add_cql_options(Arguments& arguments, jobs::CqlOptions& options);

}  // namespace cofnod::cli
