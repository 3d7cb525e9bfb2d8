#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/header_filter.hpp"

namespace cofnod::options {

/// True for "@FILE" and "-": reading the list reads a file, or standard input.
bool is_in_file(std::string_view list);

/// Parses "7", "3-9", "3-", "-9", several of these separated by commas or blanks, "@FILE", or "-" for standard input.
/// `option` is the name of the option for errors.
std::vector<store::HeaderTerm> read_id_list(const std::string& option, const std::string& text);

/// Parses the same lists into single ids, for commands that change the record. Ranges without an end are refused.
std::vector<std::int64_t> read_ids(const std::string& option, const std::string& text);

}  // namespace cofnod::options
