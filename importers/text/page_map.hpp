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
    std::size_t begin = 0, end = 0;           ///< its bytes in the text
    double confidence = -1;                   ///< that it is correct, 0 to 1; below 0: unknown
    std::vector<std::string> alternatives{};  ///< other readings suggested by the program
};

/// Information about a text that comes from pictures. Its presence alone means that signs may be misread.
class Recognition {
public:
    /// `words`: in text order.
    explicit Recognition(std::vector<RecognisedWord> words) : words_(std::move(words)) {}

    /// Returns the word that contains a byte; nullptr: none.
    [[nodiscard]] const RecognisedWord* find(std::size_t byte) const {
        const auto behind = std::ranges::upper_bound(words_, byte, {}, &RecognisedWord::begin);
        if (behind == words_.begin() || byte >= std::prev(behind)->end) return nullptr;
        return &*std::prev(behind);
    }

private:
    std::vector<RecognisedWord> words_;
};

/// A part of a container, with the amount that the container declares and the amount found.
struct Declared {
    std::string part;         ///< "archif.sg4"
    std::string_view counts;  ///< one of the phrases below, for both numbers
    std::uint64_t declared = 0, found = 0;

    [[nodiscard]] bool is_whole() const { return found >= declared; }
};

namespace declared {
extern const std::string_view brackets, bytes, bytes_of_records, end_marks, entities, fields, members, names, pages,
    records;
}  // namespace declared

/// Returns an InputError that names everything missing if a container declares more than was found in it; nullptr if it
/// is complete.
std::exception_ptr fault_of_missing(const std::string& container, const std::vector<Declared>& parts);

/// Maps bytes of a text to the words on the pages that it was read from.
class PageMap {
public:
    /// Adds bytes [begin, end), which belong to one word. Each must follow the last; a word split by a line break is
    /// added as two.
    void add(std::size_t begin, std::size_t end, const PageBox& box);

    /// Returns the box around the words of [begin, end) on the first line and page that it touches; if it touches none,
    /// the box of the next word, or of the last word after all of them. Unknown if there are no words.
    [[nodiscard]] PageBox box_of(std::size_t begin, std::size_t end) const;

    /// Records that the words were recognised in pictures.
    void set_recognition(Recognition recognition) { recognition_ = std::move(recognition); }
    /// Returns the recognition data; nullptr if the text was typed.
    [[nodiscard]] const Recognition* recognition() const { return recognition_ ? &*recognition_ : nullptr; }

private:
    struct Word {
        std::size_t begin, end;
        PageBox box;
    };
    std::vector<Word> words_;
    std::optional<Recognition> recognition_;
};

/// A text, and the places of its words if it was read from pages.
struct PagedText {
    std::string text;
    std::shared_ptr<const PageMap> pages = {};  ///< nullptr: the text had no pages
    std::vector<Declared> declared = {};        ///< amounts that its document declares
};

}  // namespace cofnod::importers
