#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/terminal/streams.hpp"
#include "operations/corrections.hpp"

namespace cofnod::index {

struct Resources;

}  // namespace cofnod::index

namespace cofnod::store {

struct Page;

}  // namespace cofnod::store

namespace cofnod::cli {

// Options and arguments that most commands share.

inline constexpr const char* notation_help = "write moves in this notation: a code or name of 'cofnod languages'";
inline constexpr const char* pgn_notation_help =
    "write moves in this notation: a code or name of 'cofnod languages', uci (g1f3) or lan (Ng1-f3)";

/// Adds `DB`, the first argument.
void add_database(Arguments& arguments, std::string& database);

/// Adds `DB`, the first argument, for commands that servers answer too (open_games).
void add_games(Arguments& arguments, std::string& database);

/// Adds `--format` with the allowed formats, and their short forms: --json, --nl (ndjson), --csv, --tsv, -t (table).
void add_format(Arguments& arguments, OutputFormat& format, std::initializer_list<OutputFormat> allowed,
                const char* help = "output format");

/// Returns the format of an output: `asked`, or the one that the ending of its name means ("games.csv"), or `usual` if
/// neither is there. Throws UsageError if the name means another format than the one asked for, or one that is not
/// allowed: a file holds what its name says.
OutputFormat format_of_output(const std::string& path, OutputFormat asked, OutputFormat usual,
                              std::initializer_list<OutputFormat> allowed);

/// Adds `--notation X`: notation of moves written.
void add_notation(Arguments& arguments, std::string& name, const char* help = notation_help);

/// Returns the language in which openings are named without `--notation`: for people the one that the program speaks,
/// for programs English. Empty with it: that of the notation.
std::string names_language(const std::string& notation, OutputFormat format);

/// Adds `-o FILE` and `--overwrite`.
void add_output_file(Arguments& arguments, std::string& path, bool& overwrite, const char* help);

/// Adds `--threads N`.
void add_threads(Arguments& arguments, unsigned& threads);

/// Adds `--threads N` and `--memory SIZE`, for building the index.
void add_resources(Arguments& arguments, index::Resources& resources);

/// Adds `--section X`: the list of a report to write.
void add_section(Arguments& arguments, std::string& section, const std::vector<std::string>& names);

// Options of commands that change the record, and what they ask.

/// Adds `--by NAME`: who makes the correction; without it the name of the account.
void add_made_by(Arguments& arguments, std::string& made_by);

/// Returns NAME, or the name of the account.
std::string maker(const std::string& made_by);

/// Asks on a terminal, and returns the answer. Elsewhere throws UsageError: the command needs --yes.
bool confirm(Streams& io, const std::string& question);

}  // namespace cofnod::cli
