#pragma once

#include <cstdint>

namespace cofnod {

/// Kinds of WayOut: rows of ways_out.def. In a separate header, so that a new row rebuilds only files that name one.
enum class WayOutKind : std::uint8_t {
    sentence,
#define WAY_OUT(name) name,
#include "base/ways_out.def"
};

}  // namespace cofnod
