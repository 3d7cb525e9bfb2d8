#pragma once

#include <cstddef>
#include <string_view>

#include "importers/text/derived_text.hpp"

/// Scores that a page holds for a program to show: in scripts and in attributes of tags.
namespace cofnod::importers::page {

/// Returns true for a text with a `1.`, though not in a number such as 21.5, or with a PGN tag.
bool holds_a_game(std::string_view text);

/// Appends the scores of a script, which begins at byte `at` of the page: all of it if its type is PGN, otherwise the
/// string literals that look like scores and have a tag, a result, or the name of PGN in front of them. Literals joined
/// by `+` are one.
void read_script(std::string_view script, std::size_t at, DerivedText& text);

/// Appends the scores of `data-pgn="..."`, and of other attributes whose names end so, in a tag that begins at byte
/// `at` of the page.
void read_attributes(std::string_view tag, std::size_t at, DerivedText& text);

}  // namespace cofnod::importers::page
