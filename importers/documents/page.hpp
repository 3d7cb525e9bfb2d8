#pragma once

#include <string>
#include <vector>

#include "importers/text/page_map.hpp"

/// Scanned and printed pages: words with their positions.
namespace cofnod::importers::layout {

/// A word on a page. Coordinates are in units of the page, from its upper left corner.
struct Word {
    std::string text;  ///< in UTF-8
    double left = 0, top = 0, right = 0, bottom = 0;
    double confidence = -1;                   ///< confidence of the recognition, 0 to 1; negative if unknown
    std::vector<std::string> alternatives{};  ///< other readings given by the recogniser
    std::size_t line = 0;                     ///< of a word without coordinates: its line in the file, from 1

    [[nodiscard]] double height() const { return bottom - top; }
    [[nodiscard]] double middle() const { return (top + bottom) / 2; }
};

struct Page {
    std::vector<Word> words;  ///< in any order; those without coordinates in the order of the file
    std::size_t number = 0;   ///< in its source, from 1; 0: position in the list
    bool is_apart = false;    ///< it begins another article: a rule is written before it
    std::size_t lines = 0;    ///< lines of the file that have begun on it
};

/// Order in which the letters of words are stored.
enum class Letters : unsigned char {
    logical,  ///< in reading order, as in the output of recognisers
    visual,   ///< from left to right, as Arabic is stored in PDF
};

/// Returns the text of pages with the boxes of its words, in reading order: column by column, from the right on pages
/// that are mostly written right to left, with an empty line between blocks. Moves, results and words that a line
/// breaks at a hyphen are joined.
PagedText text_of(std::vector<Page> pages, Letters letters);

/// Words of one line, from left to right.
using Line = std::vector<const Word*>;
/// Lines from top to bottom with no other column beside them.
using Block = std::vector<Line>;

/// Returns the blocks of a page in reading order. `from_right`: columns are read from the right. Reduces the boxes of
/// its words if they are higher than the type.
std::vector<Block> blocks_of(Page& page, bool from_right);

}  // namespace cofnod::importers::layout
