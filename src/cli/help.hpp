#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.hpp"

namespace cofnod::cli {

enum class HelpLength : bool { brief, full };

/// Returns the output of `cofnod -h` and `cofnod --help`.
std::string help_text(const Program& program, HelpLength length);
/// Returns the output of `cofnod import -h` and `cofnod import --help`.
std::string help_text(const Program& program, const Command& command, HelpLength length);

/// Returns "usage: cofnod import [options] DB FILE...".
std::string usage(const Command& command);
std::string usage(const Program& program);

/// Returns the examples of a command with their remarks, the lines with #, in the language in force.
std::string with_translated_remarks(std::string_view examples);

/// Returns the options of a table by heading, in the order in which headings and options were declared; output is last.
std::vector<std::pair<std::string, std::vector<const Option*>>> by_heading(const Arguments& table);

/// Wraps text to 80 columns with a hanging indent.
std::string wrapped(std::string_view text, std::size_t indent);

}  // namespace cofnod::cli
