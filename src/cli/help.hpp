#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"

namespace cofnod::cli {

enum class HelpLength : bool { brief, full };

/// `cofnod -h`, `cofnod --help`
std::string help_text(const Program& program, HelpLength length);
/// `cofnod import -h`, `cofnod import --help`
std::string help_text(const Program& program, const Command& command, HelpLength length);

/// Returns "cofnod import [options] DB FILE...".
std::string usage_line(const Command& command);

/// Returns the options of a table by heading, in the order in which headings and options were declared; output is last.
std::vector<std::pair<std::string, std::vector<const Option*>>> by_heading(const Arguments& table);

/// Returns `text` from column `indent` on, in lines of up to 80 columns; the first line is not indented.
std::string wrapped(std::string_view text, std::size_t indent);

}  // namespace cofnod::cli
