#include "cli/options/section.hpp"

namespace cofnod::cli {

void add_section(Arguments& arguments, std::string& section, const std::vector<std::string>& names) {
    arguments.words(
        "--section", names, [&section, names](std::size_t i) { section = names[i]; },
        "only this part of the report (default: all; in CSV and TSV the first)");
}

}  // namespace cofnod::cli
