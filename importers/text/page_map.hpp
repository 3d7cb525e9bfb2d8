#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/place.hpp"
#include "importers/text/declared.hpp"
#include "importers/text/recognition.hpp"

namespace cofnod::importers {

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
