#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "operations/options/arguments.hpp"
#include "operations/query.hpp"
#include "store/header_filter.hpp"

/// Options that select games.
namespace cofnod::options {

/// Adds the conditions on position, moves, tags and source.
void add_conditions(Arguments& arguments, operations::QueryOptions& query);

/// Adds the conditions, page, order and notation files: all of `search` and `export`.
void add_query(Arguments& arguments, operations::QueryOptions& query);

/// Adds the options for one position: --fen, --after, --from-notation.
void add_position(Arguments& arguments, operations::QueryOptions& query);

/// Adds the conditions on headers, a pair of options for each row of query.cpp.
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
void add_game(Arguments& arguments, operations::QueryOptions& query);

/// Messages about a file that cannot be used.
struct TextFileHints {
    std::string what;      ///< what it should be
    std::string too_long;  ///< said of a file above the limit, and what to do then
    std::string shorten;
};

/// Returns the content of a small file that an option names; "-" is standard input. Throws InputError if it cannot be
/// read or is longer than `limit` bytes.
std::string read_text_file(const std::string& path, std::size_t limit, const TextFileHints& hints);

/// True for "@FILE" and "-": reading the list reads a file, or standard input.
bool is_in_file(std::string_view list);

/// Parses "7", "3-9", "3-", "-9", several of these separated by commas or blanks, "@FILE", or "-" for standard input.
/// `option` is the name of the option for errors.
std::vector<store::HeaderTerm> read_id_list(const std::string& option, const std::string& text);

/// Parses the same lists into single ids, for commands that change the record. Ranges without an end are refused.
std::vector<std::int64_t> read_ids(const std::string& option, const std::string& text);

}  // namespace cofnod::options
