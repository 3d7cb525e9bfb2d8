#pragma once

#include <string>

#include "base/say.hpp"

namespace cofnod::jobs {

/// Returns "standard input" for "-".
inline std::string input_name(const std::string& path) { return path == "-" ? say("standard input") : path; }

}  // namespace cofnod::jobs
