#pragma once

#include "cli/arguments.hpp"
#include "jobs/query.hpp"

/// Options that say which games are meant.
namespace cofnod::cli {

/// By the position, moves, tags and source of a game: all of `search` and `export`.
void add_query(Arguments& arguments, jobs::QueryOptions& query);

/// By header tags: --player, --white, --black, --event, --site, --date, --since, --until, --result, --eco, --min-elo,
/// --max-elo, --min-plies, --max-plies, --state, --written-in, --source, --ids.
void add_filter(Arguments& arguments, store::HeaderFilter& filter);

/// `--game X`: a game, or one variety of it.
void add_game(Arguments& arguments, jobs::QueryOptions& query);

}  // namespace cofnod::cli
