#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cofnod::curation {

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

}  // namespace cofnod::curation
