#pragma once

#include <optional>

#include "web/request.hpp"
#include "web/response.hpp"

namespace cofnod::web {

/// Returns a page or one of its parts: the page's shell in the language of the reader, a style sheet, a script, a
/// picture, words. nullopt: nothing of that name. Nothing of the database is in them. `asks_for_token`: the page has to
/// show one with its questions.
std::optional<Response> page(const Request& request, const Target& target, bool asks_for_token);

/// Headers of every answer that does not have its own: nothing is loaded from elsewhere, no other site may show or read
/// it (web.md, 7).
const std::vector<std::pair<std::string, std::string>>& common_headers();

}  // namespace cofnod::web
