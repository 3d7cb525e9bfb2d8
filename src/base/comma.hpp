#pragma once

#include <string_view>

#include "base/say.hpp"

namespace cofnod {

/// What stands between the items of a list, and a blank, in the language in force (say.hpp).
inline std::string_view comma() { return is_spoken_right_to_left() ? "، " : ", "; }

}  // namespace cofnod
