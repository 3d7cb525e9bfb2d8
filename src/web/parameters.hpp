#pragma once

#include <string>
#include <string_view>

#include "options/arguments.hpp"
#include "web/request.hpp"

namespace cofnod::web {

/// Hands the parameters of an address to a table of options: `min_elo=2600` to `--min-elo`. A parameter that the table
/// lacks, one given twice that may be given once, and whatever names a file are UsageErrors.
void take_parameters(const options::Arguments& table, const Target& target);

/// Returns the parameter of an option: "min_elo" of "--min-elo".
std::string parameter_name(std::string_view option);

}  // namespace cofnod::web
