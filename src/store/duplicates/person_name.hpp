#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::duplicates {

/// A player's name, parsed for comparison: "Kasparov, G." and "Garry Kasparov" have equal family names and compatible
/// given names.
struct PersonName {
    std::string family;  ///< key (store::name_key): "kasparov"
    std::string given;

    static PersonName read(std::string_view name);

    /// Returns false for "?", "NN" and similar texts (store::is_placeholder).
    [[nodiscard]] bool is_known() const { return !family.empty(); }
    /// First letter of the given name; 0 if unknown.
    [[nodiscard]] char32_t initial() const;
};

/// Likeness of two spellings that may denote one person, weakest first.
enum class NameLikeness : std::uint8_t {
    none,
    surname,         ///< one is a surname alone
    sound_initials,  ///< "Kasparov, G" and "غاري كاسباروف", "Novák, Jan" and "Nowak, Ivan"
    initials,        ///< "Hughes, S" and "Siân Hughes"
    sound,           ///< "Kasparov, Garry" and "غاري كاسباروف", "William Steinitz" and "Wilhelm Steinitz"
    words,           ///< "HUGHES, Sian" and "Siân Hughes", regardless of order, accents and middle names
};

/// Compares two spellings. Returns `none` for names that differ in a word, in "Jr" or in a number.
NameLikeness likeness(const std::string& a, const std::string& b);

/// Indices of two persons in a list, the smaller first.
struct SpellingPair {
    std::size_t first = 0, second = 0;
    NameLikeness likeness = NameLikeness::none;
};

struct SpellingPairs {
    std::vector<SpellingPair> pairs;
    std::size_t names_left_out = 0;  ///< not compared by sound: more than most_alike share it
};

/// Maximum number of names with one sound that are compared with each other; beyond it, likeness means little.
inline constexpr std::size_t most_alike = 300;

/// Returns the pairs of persons with similar spellings, rated by their most similar ones and ordered by person.
/// Compares only names that share the sound of a surname and an initial, or all sounds, which avoids quadratic work. A
/// surname alone is skipped if too many names have it.
SpellingPairs spelling_pairs(const std::vector<std::vector<std::string>>& persons);

}  // namespace cofnod::duplicates
