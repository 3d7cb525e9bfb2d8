#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "game/tags.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::prose {

/// The words in front of a game that is quoted in running text.
struct Introduction {
    Tags tags;
    std::uint32_t begin = 0;  ///< byte of the names; without names, the end of the words
};

/// Reads the words in front of the first number of a game: two names, or a word for a game in the last sentence if a
/// colon or bracket ends it.
///
///     A game Maroczy-Berger (Vienna, 1908) continued in this way:          Jones v. Evans:
///     FROM A GAME FR. LAZARD-ED. LASKER
///     a drastic example is the following little game, played by students:
std::optional<Introduction> read_introduction(std::string_view words, const notation::Languages& languages);

}  // namespace cofnod::importers::prose
