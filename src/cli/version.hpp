#pragma once

#include <string_view>

namespace cofnod::cli {

inline constexpr std::string_view program_version = COFNOD_VERSION;  // of CMakeLists.txt

}  // namespace cofnod::cli
