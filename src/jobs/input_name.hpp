#pragma once

#include <string>

namespace cofnod::jobs {

/// Returns "standard input" for "-".
inline std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

}  // namespace cofnod::jobs
