#pragma once

#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "search/cql/syntax.hpp"
#include "search/text_fault.hpp"

namespace cofnod::search::cql {

/// Reads a script: `cql(quiet) mate R attacks k`, or its filters without the header.
Expected<Script, TextFault> parse(std::string_view text);

/// The header and the tree, one filter a line, children indented by two blanks; ends with a line break.
std::string print(const Script& script);

}  // namespace cofnod::search::cql
