#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::fuzz {

/// The inputs that a target begins with: seeds.txt says where they come from. Always the same, in the same order.
std::vector<std::string> seeds_of(std::string_view target);

}  // namespace cofnod::fuzz
