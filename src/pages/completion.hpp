#pragma once

#include <string>

#include "cli/command.hpp"

/// Shell completions, generated from the tables of the command line.
namespace cofnod::pages {

std::string bash_completion(const cli::Program& program);
std::string zsh_completion(const cli::Program& program);
std::string fish_completion(const cli::Program& program);

}  // namespace cofnod::pages
