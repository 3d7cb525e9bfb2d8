#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "notation/languages.hpp"
#include "web/holder.hpp"
#include "web/request.hpp"
#include "web/response.hpp"
#include "web/token.hpp"

namespace cofnod::web {

/// State that all answers share.
struct Site {
    std::string database;  ///< its path as given
    notation::Languages languages;
    Token& token;
    bool writes = false;  ///< the database may be changed
    std::string made_by = {};
};

/// A request on its way to an answer.
struct Question {
    const Site& site;
    const Request& request;
    const Target& target;
    std::vector<std::string> captures;  ///< segments of the path that stand for {...} of the route
    Holder& holder;

    [[nodiscard]] search::Answers& games() const { return holder.games(); }
    /// Throws Refused if servers hold the games, which do not know all that the file does.
    [[nodiscard]] store::Store& store() const { return holder.store(); }

    /// Returns a captured id. Throws Refused if it is not a number.
    [[nodiscard]] std::int64_t id() const;

    /// Adds the address of the page after the game with this id, as a Link header.
    void link_next(Response& response, std::int64_t last) const;
};

}  // namespace cofnod::web
