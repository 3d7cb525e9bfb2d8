#pragma once

#include <string>
#include <string_view>

namespace cofnod {

/// Returns one line in visual order, from left to right, for programs that do not reorder right-to-left text themselves
/// (Unicode bidirectional algorithm). Left-to-right text is unchanged.
std::string in_visual_order(std::string_view text);

}  // namespace cofnod
