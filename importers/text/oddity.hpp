#pragma once

#include <cstdint>
#include <string_view>

/// Plausibility of decoded text: a heuristic for choosing a character set.
namespace cofnod::importers {

/// Returns the implausibility of a text: signs that are never used, words of two alphabets, letters in unlikely places.
/// 0: nothing is odd.
std::uint32_t oddity_of(std::string_view text);

/// Counts the words with a capital followed by small letters, all of one bicameral alphabet other than Latin: read in
/// the wrong character set, a name seldom looks like one.
std::uint32_t capitalised_words(std::string_view text);

}  // namespace cofnod::importers
