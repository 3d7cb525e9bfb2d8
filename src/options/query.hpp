#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jobs/query.hpp"
#include "options/arguments.hpp"

/// Options that select games.
namespace cofnod::options {

/// Adds the conditions on position, moves, tags and source.
void add_conditions(Arguments& arguments, jobs::QueryOptions& query);

/// Adds the conditions, page, order and notation files: all of `search` and `export`.
void add_query(Arguments& arguments, jobs::QueryOptions& query);

/// Adds the options for one position: --fen, --after, --from-notation.
void add_position(Arguments& arguments, jobs::QueryOptions& query);

/// Adds the conditions on headers, a pair of options for each row of header_options.hpp.
void add_filter(Arguments& arguments, store::HeaderFilter& filter);

/// Adds those of these names alone, under the heading that was set: "source".
void add_filter(Arguments& arguments, store::HeaderFilter& filter, std::initializer_list<std::string_view> names);

/// Adds --sort, --reverse, --random, --seed and --unique.
void add_selection(Arguments& arguments, search::Selection& selection);

/// Adds `--limit N`.
void add_limit(Arguments& arguments, std::optional<std::int64_t>& limit, const char* help);

/// Adds `--limit N` and `--page-after ID`.
void add_page(Arguments& arguments, store::Page& page);

/// Adds `--notation-file FILE`.
void add_notation_files(Arguments& arguments, std::vector<std::string>& files);

/// Adds `--game X`: a game, or one variety of it.
void add_game(Arguments& arguments, jobs::QueryOptions& query);

}  // namespace cofnod::options
