#pragma once

#include <string>
#include <vector>

#include "web/route.hpp"

namespace cofnod::web {

/// Returns all routes of the API.
const std::vector<Route>& routes();

struct Match {
    const Route* route = nullptr;  ///< nullptr: none
    std::vector<std::string> captures;
};
Match find_route(const std::vector<std::string>& path);

}  // namespace cofnod::web
