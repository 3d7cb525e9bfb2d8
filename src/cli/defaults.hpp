#pragma once

#include "cli/command.hpp"
#include "config/settings.hpp"

/// Values of the settings where the command line gives none.
namespace cofnod::cli {

/// Adds the database and the global options of the settings to a parsed command line; values that the command line
/// gives are set in them. Where there is a default database, the first argument of a command is a database only if
/// it looks like one (looks_like_database). Throws UsageError.
Parsed with_defaults(const Program& program, const Words& words, Parsed parsed, config::Settings& settings);

/// Passes the default notation to a command that shows moves to people. Call it after take(). Throws UsageError.
void take_default_notation(const Parsed& parsed, const config::Settings& settings);

/// True for an address, an existing SQLite database, and a path that ends in .db, .sqlite or .sqlite3.
bool looks_like_database(const std::string& word);

}  // namespace cofnod::cli
