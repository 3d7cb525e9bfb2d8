#pragma once

#include <span>
#include <string_view>

namespace cofnod::cql {

/// Returns the words that cannot be names of variables or functions, sorted.
std::span<const std::string_view> reserved_words();
bool is_reserved(std::string_view word);

/// Returns true for filters of CQL or CQLi that are not implemented; those of CQLi are not reserved.
bool is_unimplemented(std::string_view word);

}  // namespace cofnod::cql
