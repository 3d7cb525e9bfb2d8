#pragma once

#include <string>
#include <vector>

#include "plain_filter.hpp"

namespace cofnod::cli {

/// Returns all games of a database as `export --ndjson` gives them: tags, result, state, length, notation, moves and
/// citation. What it does not give (comments, source, which game it is, how a tag is unknown) is from the records.
std::vector<plain::Game> exported_games(const std::string& database);

}  // namespace cofnod::cli
