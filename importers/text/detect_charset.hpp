#pragma once

#include <string_view>
#include <vector>

#include "importers/import.hpp"
#include "importers/text/charset.hpp"

namespace cofnod::importers {

/// What a source is read in, and how sure that is.
struct CharsetChoice {
    const Charset* charset = &Charset::utf8();
    /// Others under which as many moves can be played, that give another text and are no less likely: not sure then.
    std::vector<const Charset*> rivals = {};
};

/// Decides by the start of a source: a byte order mark, else UTF-8 where it is valid, else the character set under
/// which most moves can be played. Among those that play alike, the likelier text counts: no word of two alphabets.
/// Where the options leave the format open, throws InputError for what is not text at all.
CharsetChoice detect_charset(std::string_view start, const notation::Languages& languages, const Options& options = {});

/// Characters outside ASCII, in text that is UTF-8; 0 in any other: two of them are seldom UTF-8 by chance.
std::size_t utf8_characters(std::string_view text);

}  // namespace cofnod::importers
