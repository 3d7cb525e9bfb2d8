#pragma once

#include <string>
#include <vector>

#include "store/header_filter.hpp"

namespace cofnod::cli {

/// Parses "7", "3-9", "3-", "-9", several of these separated by commas or blanks, "@FILE", or "-" for standard input.
/// `option` is the name of the option for errors.
std::vector<store::HeaderTerm> read_id_list(const std::string& option, const std::string& text);

}  // namespace cofnod::cli
