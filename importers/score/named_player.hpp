#pragma once

#include <string_view>

#include "game/tags.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers {

/// Returns a word of running text without `'s`, `'n` and the like.
std::string_view stem(std::string_view word);

/// Returns the player whom a word names, by colour in any of the languages or by a name of the tags White and Black:
/// 'w' or 'b'; 0: neither, or both.
char player_named(const notation::Languages& languages, const Tags& tags, std::string_view word);

}  // namespace cofnod::importers
