#pragma once

#include <cstddef>
#include <string_view>

namespace cofnod::importers::prose {

/// Returns the length of what a chat program writes in front of a message, up to the message: `[12/03/2024, 19:04]
/// Siân: `, `12.3.24, 19:04 - Rhys: `; 0 if the line does not begin so.
std::size_t stamp_length(std::string_view line);

}  // namespace cofnod::importers::prose
