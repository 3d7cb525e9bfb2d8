#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "game/tags.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::prose {

/// Reads the line above a score that names the players:
///
///     Michael Nolan vs. Chaxx 1.05  2008
///     WCF Camelot World Championship Game 5 May 31, 2009 White: Dan Troyka Black: Michael Nolan
///
/// Adds its contents to the tags. Returns false, and adds none, if it does not name two players.
bool read_heading(std::string_view line, const notation::Languages& languages, Tags& tags);

/// Returns the start of a heading within the last three lines of a text; nullopt if there is none.
std::optional<std::size_t> find_heading(std::string_view text, const notation::Languages& languages);

}  // namespace cofnod::importers::prose
