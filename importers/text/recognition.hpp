#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace cofnod::importers {

/// A word that a program has recognised in a picture.
struct RecognisedWord {
    std::size_t begin = 0, end = 0;           ///< bytes of the text it stands in
    double confidence = -1;                   ///< that it was recognised rightly, 0 to 1; below 0: not known
    std::vector<std::string> alternatives{};  ///< what it may be instead, as the program says
};

/// Facts about a text that comes from pictures. Its presence alone says that signs of the text may be others.
class Recognition {
public:
    /// `words`: in the order of the text.
    explicit Recognition(std::vector<RecognisedWord> words) : words_(std::move(words)) {}

    /// Returns the word that has a byte; nullptr: none has.
    [[nodiscard]] const RecognisedWord* find(std::size_t byte) const {
        const auto behind = std::ranges::upper_bound(words_, byte, {}, &RecognisedWord::begin);
        if (behind == words_.begin() || byte >= std::prev(behind)->end) return nullptr;
        return &*std::prev(behind);
    }
    [[nodiscard]] const std::vector<RecognisedWord>& words() const { return words_; }

private:
    std::vector<RecognisedWord> words_;
};

}  // namespace cofnod::importers
