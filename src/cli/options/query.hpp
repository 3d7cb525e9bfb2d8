#pragma once

#include "cli/arguments.hpp"
#include "jobs/query.hpp"

/// Options that select games.
namespace cofnod::cli {

/// Adds the conditions on position, moves, tags and source: all of `search` and `export`.
void add_query(Arguments& arguments, jobs::QueryOptions& query);

/// Adds the options for one position: --fen, --after, --from-notation.
void add_position(Arguments& arguments, jobs::QueryOptions& query);

/// Adds the conditions on headers, a pair of options for each row of header_options.hpp.
void add_filter(Arguments& arguments, store::HeaderFilter& filter);

/// Adds --sort, --reverse, --random, --seed and --unique.
void add_selection(Arguments& arguments, search::Selection& selection);

/// Adds `--game X`: a game, or one variety of it.
void add_game(Arguments& arguments, jobs::QueryOptions& query);

}  // namespace cofnod::cli
