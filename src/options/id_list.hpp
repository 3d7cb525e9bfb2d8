#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/header_filter.hpp"

namespace cofnod::options {

/// Parses "7", "3-9", "3-", "-9", several of these separated by commas or blanks, "@FILE", or "-" for standard input.
/// `option` is the name of the option for errors.
std::vector<store::HeaderTerm> read_id_list(const std::string& option, const std::string& text);

/// Parses the same lists into single ids, for commands that change the record. Ranges without an end are refused.
std::vector<std::int64_t> read_ids(const std::string& option, const std::string& text);

}  // namespace cofnod::options
