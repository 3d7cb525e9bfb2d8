#pragma once

#include <span>
#include <string_view>

namespace cofnod::cql {

/// Words that cannot name a variable or a function, in the order of the alphabet.
std::span<const std::string_view> reserved_words();
bool is_reserved(std::string_view word);

/// Filters of CQL or CQLi that are known and not made yet; those of CQLi are not reserved.
bool waits(std::string_view word);

}  // namespace cofnod::cql
