#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace cofnod::cli {

enum class HelpLength : bool { brief, full };

/// `cofnod -h`, `cofnod import --help`: of the program or of one command.
std::string help_text(const CLI::App& app, HelpLength length);

/// `text` from column `indent` on, in lines of up to 80 columns; the first line is not indented.
std::string wrapped(std::string_view text, std::size_t indent);

/// "cofnod import [options] DB FILE..."
std::string usage_line(const CLI::App& app);

}  // namespace cofnod::cli
