#pragma once

#include <map>
#include <string>

namespace cofnod::options {

/// Reads a table of files and their citations, one row each, as CSV or separated by tabs. A first row that begins with
/// "file", "path" or "source" names the columns. Throws InputError with the line of a row without a citation.
std::map<std::string, std::string> read_citations(const std::string& path);

}  // namespace cofnod::options
