#pragma once

#include <string_view>
#include <vector>

#include "importers/import.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers {

/// The character set that a source is read in, and its certainty.
struct CharsetChoice {
    const Charset* charset = &Charset::utf8();
    /// Equally likely sets under which as many moves are playable but which give another text: if any, the choice is
    /// uncertain.
    std::vector<const Charset*> rivals = {};
};

/// Determines the character set from the start of a source: a byte order mark, else UTF-8 if it is valid, else the
/// character set under which most moves can be played. Ties are decided by the likelier text, without words of two
/// alphabets. If the options leave the format open, throws InputError for sources that are not text.
CharsetChoice detect_charset(std::string_view start, const notation::Languages& languages, const Options& options = {});

/// Returns the number of non-ASCII characters in UTF-8 text; 0 for any other: two of them are seldom valid by chance.
std::size_t utf8_characters(std::string_view text);

}  // namespace cofnod::importers
