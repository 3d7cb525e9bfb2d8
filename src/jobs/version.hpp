#pragma once

#include <string_view>

namespace cofnod::jobs {

/// Returns the version of CMakeLists.txt: "0.2.0".
std::string_view program_version();

}  // namespace cofnod::jobs
