#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "web/lanes.hpp"
#include "web/site.hpp"

namespace cofnod::web {

/// An address that is answered. Segments in braces stand for anything: "api/v1/games/{id}".
struct Route {
    std::string_view pattern;
    Response (*answer)(const Question&);
    Lanes::Lane lane = Lanes::Lane::quick;
};

/// Returns the routes of the API, in the order of the documentation.
const std::vector<Route>& routes();

struct Match {
    const Route* route = nullptr;  ///< nullptr: none
    std::vector<std::string> captures;
};
Match find_route(const std::vector<std::string>& path);

}  // namespace cofnod::web
