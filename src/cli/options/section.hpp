#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace cofnod::cli {

/// Adds `--section X`: the list of a report to write.
void add_section(Arguments& arguments, std::string& section, const std::vector<std::string>& names);

}  // namespace cofnod::cli
