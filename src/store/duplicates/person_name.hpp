#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cofnod::duplicates {

/// A player's name, parsed for comparison: "Kasparov, G." and "Garry Kasparov" have equal family names and compatible
/// given names.
class PersonName {
public:
    static PersonName read(std::string_view name);

    /// Returns false for "?", "NN" and similar placeholders.
    [[nodiscard]] bool is_known() const { return !family_.empty(); }
    /// Key (store::name_key) of the family name: "kasparov".
    [[nodiscard]] const std::string& family() const { return family_; }
    /// First letter of the given name; 0 if unknown.
    [[nodiscard]] char32_t initial() const;
    /// Returns true if the names are compatible; an unknown name is compatible with any.
    [[nodiscard]] bool may_be(const PersonName& other) const;

private:
    std::string family_;
    std::string given_;
};

/// A name by the sound of its words, across alphabets: "Kasparov", "Каспаров" and "كاسباروف" are alike, and so are
/// "Vassily Ivanchuk" and "Ivanchuk,V".
class NameSound {
public:
    static NameSound read(std::string_view name);

    /// Returns true if every word of this name is a word of the other, or its initial, in any order; at least one is a
    /// whole word of two consonants or more.
    [[nodiscard]] bool is_part_of(const NameSound& other) const;

    struct Word {
        std::string text;         ///< by store::name_key
        std::string consonants;   ///< "ksbrf"
        char initial = 0;         ///< class of its first letter
        bool is_initial = false;  ///< the word is a single letter
    };
    [[nodiscard]] const std::vector<Word>& words() const { return words_; }

private:
    std::vector<Word> words_;
};

/// Returns up to `most` of the names that sound like `name`, in their order.
std::vector<std::string_view> names_alike(std::string_view name, const std::vector<std::string>& names,
                                          std::size_t most);

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

}  // namespace cofnod::duplicates
