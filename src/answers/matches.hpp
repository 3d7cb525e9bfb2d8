#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/games.hpp"
#include "jobs/cql_input.hpp"

namespace cofnod::answers {

/// Returns the titles of what a script sorts by: names of members in ListedGame::sorts.
std::vector<std::string> sort_titles(const cql::CompiledScript& script);

/// Returns a match as a row of a list of games; nullopt: its input cannot give it.
std::optional<ListedGame> listed_match(const jobs::MatchedGame& game, jobs::CqlInput& input,
                                       const cql::CompiledScript& script, const notation::Language& language);

}  // namespace cofnod::answers
