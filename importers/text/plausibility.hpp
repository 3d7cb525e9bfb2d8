#pragma once

#include <cstdint>
#include <string_view>

/// Plausibility of decoded text, by which a character set is chosen where the moves do not tell.
namespace cofnod::importers {

/// Returns the implausibility of a text: signs that are never used, words in two alphabets, letters in unlikely places.
/// 0: nothing is odd.
std::uint32_t oddity_of(std::string_view text);

/// Counts the words with a capital followed by small letters, all of one bicameral alphabet other than Latin. A name
/// read in the wrong character set seldom looks like one.
std::uint32_t capitalised_words(std::string_view text);

/// Returns how unlikely the words of a text are as words of one language written in Latin script, by the pairs of their
/// letters beyond a to z, in bits. Each word counts once; words of other languages than the text have a price, and so
/// has a text in a language other than that of the moves.
std::uint32_t spelling_bits(std::string_view text, std::string_view language_of_moves);

}  // namespace cofnod::importers
