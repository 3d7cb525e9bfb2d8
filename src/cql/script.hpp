#pragma once

#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "base/text_fault.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

struct ParseOptions {
    bool files = true;  ///< false: `readfile` and `writefile` are faults
};

/// Parses a script: `cql(quiet) mate R attacks k`, or its filters without the header.
Expected<Script, TextFault> parse(std::string_view text, ParseOptions options = {});

/// Prints the header and the tree, one filter per line, children indented by two blanks; ends with a line break.
std::string print(const Script& script);

}  // namespace cofnod::cql
