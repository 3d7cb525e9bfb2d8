#pragma once

#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "jobs/reading.hpp"

/// Options of commands that read files of games.
namespace cofnod::cli {

inline constexpr const char* files_help =
    "a file, a folder (its files with games: .pgn, .txt, sheets, lists, pages, compressed or in archives), or - for "
    "standard input";

/// `--from X`: the format of the files.
void add_from(Arguments& arguments, importers::Format& format);
/// `--limits NAME=SIZE,...`
void add_limits(Arguments& arguments, importers::Limits& limits);
/// `--from-notation X`, `--prefer-notation X`: how moves are read, all of them or those legal in several notations.
void add_from_notation(Arguments& arguments, std::string& name, std::string& preferred);
/// `--charset X`
void add_charset(Arguments& arguments, std::string& name);
/// How files are read: all of these and `--map TAG=NAME,...`, the columns of sheets, but no notation files.
void add_reading(Arguments& arguments, jobs::ReadingOptions& reading);
/// `--notation-file FILE`
void add_notation_files(Arguments& arguments, std::vector<std::string>& files);

}  // namespace cofnod::cli
