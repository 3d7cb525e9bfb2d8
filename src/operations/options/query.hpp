#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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

/// Adds all options of `search` and `export` that `delete` has too: conditions, page, order and notation files.
void add_query(Arguments& arguments, operations::QueryOptions& query);

/// Adds the options for one position: --fen, --after, --from-notation.
void add_position(Arguments& arguments, operations::QueryOptions& query);

/// Adds the conditions on headers, two options for each row of the table in query.cpp.
void add_filter(Arguments& arguments, store::HeaderFilter& filter);

/// Adds the conditions of these names only, under the current heading: "source".
void add_filter(Arguments& arguments, store::HeaderFilter& filter, std::span<const std::string_view> names);

/// Adds --sort, --reverse, --random, --seed and --unique.
void add_selection(Arguments& arguments, search::Selection& selection);

/// Adds the conditions on moves, their signs and the numbers in their comments.
void add_ply_conditions(Arguments& arguments, search::PlyConditions& ply);

/// Reads a sign of a move: `!?`, `±`, or the number of its NAG, `$14`; nullopt if the text is none.
std::optional<std::uint32_t> read_sign(std::string_view text);

/// Adds `--found`: which positions of a game are hits.
void add_found(Arguments& arguments, search::Found& found);

/// Adds `--lines`: whether positions are searched in the main lines of games, in their variations, or both.
void add_lines(Arguments& arguments, search::Lines& lines);

/// Throws UsageError for --found if nothing is asked of positions. `has_positions`: something is.
void check_found(const search::Query& query, bool has_positions);

/// Returns the conditions of a filter as options: ` --min-elo 2500 --not-player morphy`.
std::string text_of(const store::HeaderFilter& filter);

/// Adds `--limit N`.
void add_limit(Arguments& arguments, std::optional<std::int64_t>& limit, const char* help);

/// Adds `--limit N` and `--page-after ID`.
void add_page(Arguments& arguments, store::Page& page);

/// Adds `--notation-file FILE`.
void add_notation_files(Arguments& arguments, std::vector<std::string>& files);

/// Adds `--game X`: a game, or one of its varieties.
void add_game(Arguments& arguments, operations::QueryOptions& query);

/// Messages about a file that cannot be used.
struct TextFileHints {
    std::string what;      ///< expected kind of file
    std::string too_long;  ///< message for a file above the limit; `shorten`: the suggested action
    std::string shorten;
};

/// Returns the content of a small file named by an option; "-" is standard input. Throws InputError if it cannot be
/// read or is longer than `limit` bytes.
std::string read_text_file(const std::string& path, std::size_t limit, const TextFileHints& hints);

/// Returns true for "@FILE" and "-": the list is in a file or on standard input.
bool is_in_file(std::string_view list);

/// Parses "7", "3-9", "3-", "-9", several of these separated by commas or blanks, "@FILE", or "-" for standard input.
/// `option`: name of the option for error messages.
std::vector<store::HeaderTerm> read_id_list(const std::string& option, const std::string& text);

/// Parses the same lists into single ids, for commands that change games. Rejects open-ended ranges.
std::vector<std::int64_t> read_ids(const std::string& option, const std::string& text);

}  // namespace cofnod::options
