#pragma once

#include <string>
#include <vector>

#include "plain_filter.hpp"

namespace cofnod::cli {

/// Returns all games of a database from `export --ndjson`: tags, result, state, length, notation, moves and citation.
/// Data not in the export (comments, source, kind of game, form of unknown tags) is from the records.
std::vector<plain::Game> exported_games(const std::string& database);

}  // namespace cofnod::cli
