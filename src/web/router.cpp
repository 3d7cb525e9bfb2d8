#include "web/router.hpp"

#include <optional>

#include "web/api.hpp"

namespace cofnod::web {

namespace {

std::optional<std::vector<std::string>> captures_of(std::string_view pattern, const std::vector<std::string>& path) {
    std::vector<std::string> captures;
    for (const std::string& segment : path) {
        const std::string_view wanted = pattern.substr(0, pattern.find('/'));
        if (wanted.starts_with('{'))
            captures.push_back(segment);
        else if (wanted != segment)
            return std::nullopt;
        pattern.remove_prefix(wanted.size() + (wanted.size() < pattern.size() ? 1 : 0));
    }
    return pattern.empty() ? std::optional(std::move(captures)) : std::nullopt;
}

}  // namespace

const std::vector<Route>& routes() {
    static const std::vector<Route> routes = {
        {"api/v1/health", api::health},
        {"api/v1/database", api::database},
        {"api/v1/games", api::games},
        {"api/v1/games/count", api::game_count},
        {"api/v1/games/{id}", api::game},
        {"api/v1/tree", api::tree},
        {"api/v1/games/{id}/source", api::source},
        {"api/v1/moves", api::moves},
        {"api/v1/compare", api::comparison},
        {"api/v1/problems", api::problems},
        {"api/v1/players", api::players},
        {"api/v1/players/figures", api::player, Lanes::Lane::slow},
        {"api/v1/notations", api::notations},
    };
    return routes;
}

Match find_route(const std::vector<std::string>& path) {
    for (const Route& route : routes())
        if (auto captures = captures_of(route.pattern, path)) return {&route, *std::move(captures)};
    return {};
}

}  // namespace cofnod::web
