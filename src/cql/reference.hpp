#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::cql {

/// A filter as the reference lists it.
struct FilterEntry {
    std::string usage;      ///< "light S"; what is between the words is explained in kinds.def
    std::string_view type;  ///< of its value: "set"
    std::string_view help;
};

struct FilterSection {
    std::string_view title;
    std::vector<FilterEntry> filters;
};

/// All filters of kinds.def, in its order.
std::vector<FilterSection> filter_reference();

}  // namespace cofnod::cql
