#pragma once

#include "cli/command.hpp"
#include "jobs/cql_search.hpp"

namespace cofnod::cli {

/// `--positions`, `--threads`, `--timeout`, `--memory`, `--read`, `--write`: options for running a CQL script.
void add_cql_options(Arguments& arguments, jobs::CqlOptions& options);

}  // namespace cofnod::cli
