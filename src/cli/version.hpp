#pragma once

#include <string_view>

namespace cofnod::cli {

inline constexpr std::string_view program_version = "0.1.0";

}  // namespace cofnod::cli
