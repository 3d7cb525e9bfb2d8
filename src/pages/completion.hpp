#pragma once

#include <string>

#include "cli/arguments.hpp"

/// Completions of the command line for shells, made from its tables.
namespace cofnod::pages {

std::string bash_completion(const cli::Program& program);
std::string zsh_completion(const cli::Program& program);
std::string fish_completion(const cli::Program& program);

}  // namespace cofnod::pages
