#pragma once

#include <map>
#include <string>

#include "operations/cql_search.hpp"
#include "operations/options/arguments.hpp"
#include "operations/reading.hpp"

/// Options of commands that read files of games.
namespace cofnod::options {

inline constexpr const char* files_help =
    "a file, a folder (its files with games: .pgn, .txt, sheets, lists, pages, compressed or in archives), or - for "
    "standard input";

/// Adds `--from X`: the format of the files.
void add_from(Arguments& arguments, importers::Format& format);
/// Adds `--limits NAME=SIZE,...`.
void add_limits(Arguments& arguments, importers::Limits& limits);
/// Adds `--from-notation X` and `--prefer-notation X`: the notation of all moves, or of games legal in several
/// notations.
void add_from_notation(Arguments& arguments, std::string& name, std::string& preferred);
/// Adds `--charset X`.
void add_charset(Arguments& arguments, std::string& name);
/// Adds all of these and `--map TAG=NAME,...` for the columns of sheets, but not --notation-file.
void add_reading(Arguments& arguments, operations::ReadingOptions& reading);

/// Reads a table of files and their citations, one row each, as CSV or tab-separated. A first row that begins with
/// "file", "path" or "source" names the columns. Throws InputError with the line of a row without a citation.
std::map<std::string, std::string> read_citations(const std::string& path);

/// Returns the content of a script; "-": standard input. Throws InputError.
std::string read_script_file(const std::string& path);

/// Adds `--positions`, `--threads`, `--timeout`, `--memory`, `--read` and `--write`, for running a CQL script.
void add_cql_options(Arguments& arguments, operations::CqlOptions& options);

}  // namespace cofnod::options
