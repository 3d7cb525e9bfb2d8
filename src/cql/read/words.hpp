#pragma once

#include <span>
#include <string_view>

namespace cofnod::cql {

/// Words that cannot name a variable or a function, sorted.
std::span<const std::string_view> reserved_words();
bool is_reserved(std::string_view word);

/// Filters of CQL or CQLi that are refused as not supported yet; those of CQLi are not reserved.
bool is_unimplemented(std::string_view word);

}  // namespace cofnod::cql
