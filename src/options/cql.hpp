#pragma once

#include <string>

#include "jobs/cql_search.hpp"
#include "options/arguments.hpp"

namespace cofnod::options {

/// Returns the content of a script; "-": of standard input. Throws InputError.
std::string read_script_file(const std::string& path);

/// `--positions`, `--threads`, `--timeout`, `--memory`, `--read`, `--write`: options for running a CQL script.
void add_cql_options(Arguments& arguments, jobs::CqlOptions& options);

}  // namespace cofnod::options
