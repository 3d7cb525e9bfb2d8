#pragma once

#include <string>
#include <vector>

#include "importers/text/page_map.hpp"

/// Pages as scanners and printers leave them: words, each in its place.
namespace cofnod::importers::layout {

/// A word on a page. Units are those of the page, counted from its upper left corner.
struct Word {
    std::string text;  ///< UTF-8
    double left = 0, top = 0, right = 0, bottom = 0;
    double confidence = -1;                   ///< that it was recognised rightly, 0 to 1; below 0: not known
    std::vector<std::string> alternatives{};  ///< what it may be instead, as the recogniser says

    [[nodiscard]] double height() const { return bottom - top; }
    [[nodiscard]] double middle() const { return (top + bottom) / 2; }
};

struct Page {
    std::vector<Word> words;  ///< in any order
    std::size_t number = 0;   ///< in its source, from 1; 0: its place in the list
    bool is_apart = false;    ///< it begins another article: a rule is written above it
};

/// Storage of words.
enum class Letters : unsigned char {
    logical,  ///< in the order in which they are read, as recognisers store them
    visual,   ///< as they stand, from left to right: Arabic as PDF has it
};

/// Returns the text of pages, with the boxes of its words, in the order in which people read: columns one after the
/// other, from the right on pages that are mostly written from there; a line of text for each line, an empty one
/// between blocks. What a line breaks at a hyphen is joined if it is a move, a result or a word.
PagedText text_of(std::vector<Page> pages, Letters letters);

/// Words of one line, from left to right.
using Line = std::vector<const Word*>;
/// Lines from top to bottom, without another column beside them.
using Block = std::vector<Line>;

/// Returns the blocks of a page in reading order. `from_right`: its columns are read from the right. The boxes of its
/// words are lowered if they are higher than the type.
std::vector<Block> blocks_of(Page& page, bool from_right);

}  // namespace cofnod::importers::layout
