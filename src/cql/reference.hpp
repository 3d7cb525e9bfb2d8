#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::cql {

/// An entry of the filter reference.
struct FilterEntry {
    std::string usage;      ///< "light S"; notation explained in kinds.def
    std::string_view type;  ///< of its value: "set"
    std::string_view help;
};

struct FilterSection {
    std::string_view title;
    std::vector<FilterEntry> filters;
};

/// Returns all filters in the order of kinds.def.
std::vector<FilterSection> filter_reference();

}  // namespace cofnod::cql
