#pragma once

#include <string>

#include "cli/program.hpp"

namespace cofnod::pages {

/// Returns the texts of the tables of the command line as a message template of GNU gettext, which xgettext does not
/// find in the code: summaries, paragraphs and examples of commands, help and headings of options.
std::string messages(const cli::Program& program);

}  // namespace cofnod::pages
