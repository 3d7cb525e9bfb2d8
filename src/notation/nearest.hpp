#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cofnod::notation {

/// What somebody who typed `word` may have meant: the candidate with the fewest letters changed (small and capital
/// letters alike); empty when none is near.
std::string nearest_word(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace cofnod::notation
