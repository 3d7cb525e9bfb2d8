#pragma once

#include "cli/arguments.hpp"
#include "jobs/cql_search.hpp"

namespace cofnod::cli {

/// `--positions`, `--threads`, `--timeout`, `--memory`, `--read`, `--write`: how a script of CQL is run.
void add_cql_options(Arguments& arguments, jobs::CqlOptions& options);

}  // namespace cofnod::cli
