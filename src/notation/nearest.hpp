#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace cofnod::notation {

/// Edit distance in bytes: insertions, deletions, replacements and swaps of neighbours (Damerau-Levenshtein).
std::size_t letters_changed(std::string_view a, std::string_view b);

/// Returns the candidate with the smallest edit distance from `word`, ignoring case; empty if none is close.
std::string nearest_word(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace cofnod::notation
