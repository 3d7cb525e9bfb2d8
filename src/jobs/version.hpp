#pragma once

#include <string_view>

namespace cofnod::jobs {

/// "0.2.0", as CMakeLists.txt has it.
std::string_view program_version();

}  // namespace cofnod::jobs
