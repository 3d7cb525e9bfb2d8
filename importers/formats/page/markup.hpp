#pragma once

#include <cstddef>
#include <string_view>

#include "importers/text/derived_text.hpp"

/// Web pages: HTML and wikitext.
namespace cofnod::importers::page {

/// Returns true if a text begins as HTML, or with a heading or template of wikitext and looks like a page.
bool begins_as_page(std::string_view start);

/// Returns true if a text is a page, judged by its tags, or by the headings, templates and links of wikitext.
bool looks_like_page(std::string_view start);

/// Returns the text of a page as a reader sees it: without markup, notes, or scripts and templates without games;
/// entities become characters; table rows and paragraphs become lines.
DerivedText text_of_page(std::string_view page);

// Scores that a page holds for a program to show: in scripts and in attributes of tags.

/// Returns true for a text with a `1.`, though not in a number such as 21.5, or with a PGN tag.
bool holds_a_game(std::string_view text);

/// Appends the scores of a script, which begins at byte `at` of the page: all of it if its type is PGN, otherwise the
/// string literals that look like scores and have a tag, a result, or the name of PGN in front of them. Literals joined
/// by `+` are one.
void read_script(std::string_view script, std::size_t at, DerivedText& text);

/// Appends the scores of `data-pgn="..."`, and of other attributes whose names end so, in a tag that begins at byte
/// `at` of the page.
void read_attributes(std::string_view tag, std::size_t at, DerivedText& text);

/// Returns the character of an entity, named without `&` and `;`: "frac12", "#9822", "#x265E". 0: unknown.
char32_t entity(std::string_view name);

}  // namespace cofnod::importers::page
