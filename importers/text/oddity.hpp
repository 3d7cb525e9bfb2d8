#pragma once

#include <cstdint>
#include <string_view>

/// How a text looks when it has been decoded: like something that people write, or not.
namespace cofnod::importers {

/// How little a text looks like one: signs nobody writes, words of two alphabets, letters where none of their kind
/// stand. 0: nothing is odd.
std::uint32_t oddity_of(std::string_view text);

/// Words that begin with a capital and go on with small letters, all of one of the alphabets that have both and are
/// not Latin: read in the wrong character set, a name seldom looks like one.
std::uint32_t capitalised_words(std::string_view text);

}  // namespace cofnod::importers
