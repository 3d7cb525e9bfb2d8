#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cofnod::curation {

/// Likeness of two spellings that may denote one person, weakest first.
enum class NameLikeness : std::uint8_t {
    none,
    surname,         ///< one is a surname alone
    sound_initials,  ///< "Kasparov, G" and "غاري كاسباروف"
    initials,        ///< "Hughes, S" and "Siân Hughes"
    sound,           ///< "Kasparov, Garry" and "غاري كاسباروف"
    words,           ///< "HUGHES, Sian" and "Siân Hughes", whatever their order, accents and middle names
};

/// Compares two spellings. Names that differ in a word, in "Jr" or in a number are none.
NameLikeness likeness(const std::string& a, const std::string& b);

/// Two items of a list of persons, the first before the second.
struct SpellingPair {
    std::size_t first = 0, second = 0;
    NameLikeness likeness = NameLikeness::none;
};

struct SpellingPairs {
    std::vector<SpellingPair> pairs;
    std::size_t names_left_out = 0;  ///< that share a sound with more than most_alike names, and are not compared by it
};

/// Largest number of names with one sound that are compared with one another; of more, a likeness says little.
inline constexpr std::size_t most_alike = 300;

/// Returns the pairs of persons with spellings that are alike, by the best of their spellings; ordered by person.
/// Compares only names that share the sound of a surname and an initial, or all sounds: no quadratic number of them. A
/// surname alone is left out if too many persons have it.
SpellingPairs spelling_pairs(const std::vector<std::vector<std::string>>& persons);

}  // namespace cofnod::curation
