#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

/// Folding: unifies the ways to type a character. Letter tables hold folded spellings, and words are folded before
/// look-up. `٣` and `۳` become `3`, every alef `ا`, every heh `ه`, dashes `-`, `×` `x`; tatweel, vowel marks, direction
/// marks, joiners and variation selectors are dropped. Case is kept: a Welsh B is a queen, a b a file.
namespace cofnod::notation {

/// Returns the folded form of `c`; 0 if it is dropped.
char32_t folded(char32_t c);

/// True if the folded form of `c` depends on its neighbours (combining marks, presentation forms, full-width letters).
bool folds_in_context(char32_t c);

/// A folded word, without heap allocation. Plain ASCII is not copied: the view refers to the word.
class FoldedWord {
public:
    explicit FoldedWord(std::string_view word);
    FoldedWord(const FoldedWord&) = delete;
    FoldedWord& operator=(const FoldedWord&) = delete;

    /// Returns the folded word; an ASCII word may have any length, others are empty if too long to be a move or not
    /// UTF-8.
    [[nodiscard]] std::string_view view() const { return view_; }

private:
    static constexpr std::size_t capacity = 64;
    enum class Outcome { folded, refused, needs_composing };
    Outcome fold(std::string_view word, bool is_composed = false);
    std::array<char, capacity> buffer_;
    std::string_view view_;
};

/// Folds text of any length. Bytes that are not UTF-8 are dropped.
std::string folded_text(std::string_view text);

/// Converts a word between visual and logical order: reverses its letters but keeps runs of digits. `د13ر` becomes
/// `ر13د`.
std::string turned(std::string_view text);

/// Returns the look-up key of a word: folded, case-insensitive, with normalised blanks and without direction marks.
/// "Gwyn  wedi ENNILL" and "gwyn wedi ennill" have the same key, as have `فازَ الأبيض` and `فاز الابيض`.
std::string word_key(std::string_view text);

/// Returns the edit distance in bytes: insertions, deletions, replacements and swaps of neighbours
/// (Damerau-Levenshtein).
std::size_t letters_changed(std::string_view a, std::string_view b);

/// Returns the candidate with the smallest edit distance from `word`, ignoring case; empty if none is close.
std::string nearest_word(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace cofnod::notation
