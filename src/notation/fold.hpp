#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

/// One spelling for all ways to type a sign: the letter tables hold folded spellings, and words are folded before
/// they are looked up. `٣` and `۳` become `3`, every alef `ا`, every heh `ه`, dashes `-`, `×` `x`; tatweel, vowel
/// marks, direction marks, joiners and variation selectors go. Case stays: a Welsh B is a queen, a b a file.
namespace cofnod::notation {

/// What `c` folds to; 0 when it is dropped.
char32_t folded(char32_t c);

/// Whether folding looks at the letters around `c` too (combining marks, presentation forms, full-width letters).
bool folds_in_context(char32_t c);

/// A word, folded, without a heap. Plain ASCII is not copied: the view is that of the word.
class FoldedWord {
public:
    explicit FoldedWord(std::string_view word);
    FoldedWord(const FoldedWord&) = delete;
    FoldedWord& operator=(const FoldedWord&) = delete;

    /// Of ASCII the word, however long. Else empty when it is too long to be a move, or is not UTF-8.
    [[nodiscard]] std::string_view view() const { return view_; }

private:
    static constexpr std::size_t capacity = 64;
    enum class Outcome { folded, refused, needs_composing };
    Outcome fold(std::string_view word, bool is_composed = false);
    std::array<char, capacity> buffer_;
    std::string_view view_;
};

/// Text of any length, folded. Bytes that are not UTF-8 are dropped.
std::string folded_text(std::string_view text);

/// Visual order made logical, or the other way round: the letters of a word from the last to the first, with runs of
/// digits as they are. `د13ر` is `ر13د`.
std::string turned(std::string_view text);

/// The key under which words of a language are kept: folded, without case, blanks and direction marks tidied.
/// "Gwyn  wedi ENNILL" and "gwyn wedi ennill" have the same key, and so have `فازَ الأبيض` and `فاز الابيض`.
std::string word_key(std::string_view text);

}  // namespace cofnod::notation
