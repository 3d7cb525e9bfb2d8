#pragma once

#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "cli/topics.hpp"

/// Shell completions, generated from the tables of the command line.
namespace cofnod::pages {

std::string bash_completion(const cli::Program& program);
std::string zsh_completion(const cli::Program& program);
std::string fish_completion(const cli::Program& program);

// Man pages in mdoc(7), generated from the tables of the command line.

/// Returns cofnod(1).
std::string manual(const cli::Program& program, std::string_view date);
/// Returns cofnod-import(1) etc.
std::string manual(const cli::Program& program, const cli::Command& command, std::string_view date);
/// Returns cofnod(5): the views and example queries of schema/README.md.
std::string database_manual(std::string_view schema_readme, std::string_view date);

/// Returns cofnod-sql(7) etc., in English.
std::string topic_manual(const cli::Topic& topic, std::string_view date);

/// Returns cofnod-config(5): configuration files, their keys and variables.
std::string config_manual(std::string_view date);

/// Returns the texts of the command-line tables as a GNU gettext message template, since xgettext cannot find them in
/// the code: summaries, paragraphs and examples of commands, help and headings of options.
std::string messages(const cli::Program& program);

}  // namespace cofnod::pages
