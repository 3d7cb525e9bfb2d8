#include "web/router.hpp"

#include <optional>
#include <string_view>

#include "web/api/api.hpp"

namespace cofnod::web {

namespace {

/// Returns what stands in a segment for "{id}" or "{id}.pgn".
std::optional<std::string> capture(std::string_view wanted, std::string_view segment) {
    const std::string_view end = wanted.substr(wanted.find('}') + 1);
    if (!segment.ends_with(end) || segment.size() == end.size()) return std::nullopt;
    return std::string(segment.substr(0, segment.size() - end.size()));
}

std::optional<std::vector<std::string>> captures_of(std::string_view pattern, const std::vector<std::string>& path) {
    std::vector<std::string> captures;
    for (const std::string& segment : path) {
        const std::string_view wanted = pattern.substr(0, pattern.find('/'));
        if (wanted.starts_with('{')) {
            auto captured = capture(wanted, segment);
            if (!captured) return std::nullopt;
            captures.push_back(*std::move(captured));
        } else if (wanted != segment) {
            return std::nullopt;
        }
        pattern.remove_prefix(wanted.size() + (wanted.size() < pattern.size() ? 1 : 0));
    }
    return pattern.empty() ? std::optional(std::move(captures)) : std::nullopt;
}

}  // namespace

const std::vector<Route>& routes() {
    static const std::vector<Route> all = [] {
        std::vector<Route> routes = api::database_routes();
        for (auto* more : {api::session_routes, api::game_routes, api::opening_routes, api::list_routes,
                           api::pattern_routes, api::correction_routes})
            for (Route& route : more()) routes.push_back(std::move(route));
        return routes;
    }();
    return all;
}

Match find_route(const std::vector<std::string>& path) {
    for (const Route& route : routes())
        if (auto captures = captures_of(route.text.pattern, path)) return {&route, *std::move(captures)};
    return {};
}

}  // namespace cofnod::web
