#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// How names sound, and how else they are written: in other alphabets, transliterations and languages.
namespace cofnod::duplicates {

/// Consonants of a word as they are heard, by classes that languages and transliterations interchange.
struct Spoken {
    char initial = 0;        ///< class of the first letter
    std::string consonants;  ///< "ksbrf"

    bool operator==(const Spoken&) const = default;
    /// Returns true if there is enough to compare.
    [[nodiscard]] bool has_sound() const { return consonants.size() >= 2; }
};

/// The sound of a name's words, comparable across alphabets: "Kasparov", "Каспаров" and "كاسباروف" are alike, as are
/// "Vassily Ivanchuk" and "Ivanchuk,V", "Tchigorin" and "Чигорин".
struct NameSound {
    static NameSound read(std::string_view name);

    /// Returns true if every word of this name matches a word of the other, or an initial, in any order, and at least
    /// one matches as a whole word with two or more consonants.
    [[nodiscard]] bool is_part_of(const NameSound& other) const;

    struct Word {
        std::string text;            ///< by store::name_key
        std::vector<Spoken> spoken;  ///< one way, or two: `ch` may be that of Chigorin or that of Aljechin
        bool is_initial = false;     ///< the word is a single letter

        [[nodiscard]] bool sounds_like(const Word& other) const;
        [[nodiscard]] bool begins_like(const Word& other) const;
    };
    std::vector<Word> words;
};

/// Returns up to `most` of the names that sound like `name`, in the order given.
std::vector<std::string_view> names_alike(std::string_view name, const std::vector<std::string>& names,
                                          std::size_t most);

/// Returns true for two ways of writing one name in Latin letters, folded by store::name_key: `tchigorin` and
/// `chigorin`, `nimzowitsch` and `nimzovich`. Words of fewer than four letters are never alike.
bool are_spelled_alike(std::string_view a, std::string_view b);

/// Returns a number for a given name that is the same in other languages and for its short forms: William, Wilhelm,
/// Bill. nullopt: unknown.
std::optional<std::size_t> number_of_given_name(std::string_view word);

/// Returns for each name the index of the first that is spelled alike, directly or through others; its own index if
/// none is.
std::vector<std::size_t> first_spelled_alike(const std::vector<std::string>& names);

}  // namespace cofnod::duplicates
