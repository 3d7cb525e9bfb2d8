#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/place.hpp"

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

/// A part of a container, with how much of it the container declares and how much was found.
struct Declared {
    std::string part;         ///< "archif.sg4"
    std::string_view counts;  ///< one of the phrases below, for both numbers
    std::uint64_t declared = 0, found = 0;

    [[nodiscard]] bool is_whole() const { return found >= declared; }
};

namespace declared {
extern const std::string_view bytes, bytes_of_records, end_marks, members, names, pages, records;
}  // namespace declared

/// Returns the InputError for a container that declares more than was found in it, which names all that is missing;
/// nullptr if it is whole.
std::exception_ptr fault_of_missing(const std::string& container, const std::vector<Declared>& parts);

/// Maps bytes of a text to the words on the pages that it was read from.
class PageMap {
public:
    /// Adds bytes [begin, end), which are of one word. Each must follow the last; bytes of one word that a line break
    /// parts are two.
    void add(std::size_t begin, std::size_t end, const PageBox& box);

    /// Returns the box around the words of [begin, end), those of the first line and page that it touches; of the next
    /// word if it touches none, of the last word behind all of them. Not known if there are no words.
    [[nodiscard]] PageBox box_of(std::size_t begin, std::size_t end) const;

    /// Says that the words were recognised in pictures.
    void set_recognition(Recognition recognition) { recognition_ = std::move(recognition); }
    /// Returns what is known of that; nullptr if the text was typed.
    [[nodiscard]] const Recognition* recognition() const { return recognition_ ? &*recognition_ : nullptr; }

private:
    struct Word {
        std::size_t begin, end;
        PageBox box;
    };
    std::vector<Word> words_;
    std::optional<Recognition> recognition_;
};

/// A text, and where its words stand if it was read from pages.
struct PagedText {
    std::string text;
    std::shared_ptr<const PageMap> pages = {};  ///< nullptr: the text never had pages
    std::vector<Declared> declared = {};        ///< what its document declares of its length
};

}  // namespace cofnod::importers
