#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "game/tags.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::prose {

/// The line above a score that tells who played:
///
///     Michael Nolan vs. Chaxx 1.05  2008
///     WCF Camelot World Championship Game 5 May 31, 2009 White: Dan Troyka Black: Michael Nolan
///
/// Adds what it says to the tags. False, and no tags, if it names no two players.
bool read_heading(std::string_view line, const notation::Languages& languages, Tags& tags);

/// Where the last lines of a text begin that are a heading with something like it below, at most three; nullopt if the
/// text ends in none.
std::optional<std::size_t> find_heading(std::string_view text, const notation::Languages& languages);

}  // namespace cofnod::importers::prose
