#pragma once

#include <string>
#include <string_view>

namespace cofnod {

/// The characters of one line in the order in which they are seen from left to right, for readers that do not order
/// right-to-left text themselves. Text without any stays as it is.
std::string in_visual_order(std::string_view text);

}  // namespace cofnod
