#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "game/tags.hpp"
#include "notation/languages.hpp"

/// Parts of the lines that name players.
namespace cofnod::importers::prose {

/// Removes blanks, commas and semicolons on both sides.
std::string_view without_separators(std::string_view text);

/// Removes and returns the text in brackets at the end.
std::string_view take_bracket(std::string_view& text);

/// Removes and returns a date at the end, "May 31, 2009" or "2008".
std::optional<std::string> take_date(std::string_view& text, const notation::Languages& languages);

/// Adds a tag, unless its value is empty or it is there.
void add_tag(Tags& tags, std::string_view name, std::string_view value);

/// Returns the length of the dash that a text begins with; 0 if there is none.
std::size_t dash_length(std::string_view text);

}  // namespace cofnod::importers::prose
