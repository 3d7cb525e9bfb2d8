#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/expected.hpp"

namespace cofnod::web {

/// Parses the body of a change, `{"was": "Mf3", "nth": 2, "dry_run": true, "tags": ["White=Tal"]}`: members are
/// parameters as in an address, a list is one given several times, null none. A name that comes twice, and control
/// characters other than tab and line break, are errors. The error is a sentence.
Expected<std::vector<std::pair<std::string, std::string>>, std::string> read_body(std::string_view text);

}  // namespace cofnod::web
