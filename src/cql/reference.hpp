#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::cql {

/// Entry in the filter reference.
struct FilterEntry {
    std::string usage;      ///< "light S"; the notation is explained in kinds.def
    std::string_view type;  ///< type of the value: "set"
    std::string_view help;
};

struct FilterSection {
    std::string_view title;
    std::vector<FilterEntry> filters;
};

/// Returns all filters in the order of kinds.def.
std::vector<FilterSection> filter_reference();

}  // namespace cofnod::cql
