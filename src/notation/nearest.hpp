#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cofnod::notation {

/// Returns the candidate with the smallest edit distance from `word`, ignoring case; empty if none is close.
std::string nearest_word(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace cofnod::notation
