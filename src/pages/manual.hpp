#pragma once

#include <string>
#include <string_view>

#include "cli/arguments.hpp"

/// Man pages in mdoc(7), made from the tables of the command line.
namespace cofnod::pages {

/// cofnod(1)
std::string manual(const cli::Program& program, std::string_view date);
/// cofnod-import(1) and so on
std::string manual(const cli::Program& program, const cli::Command& command, std::string_view date);
/// cofnod(5): the views and example queries that schema/README.md lists.
std::string database_manual(std::string_view schema_readme, std::string_view date);

}  // namespace cofnod::pages
