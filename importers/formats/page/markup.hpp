#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "importers/text/derived_text.hpp"

/// Web pages: HTML and wikitext.
namespace cofnod::importers::page {

/// Returns true if a text begins as HTML, or with a wikitext heading or template and looks like a page.
bool begins_as_page(std::string_view start);

/// Returns true if a text is a page, judged by its tags, or by the headings, templates and links of wikitext.
bool looks_like_page(std::string_view start);

/// Returns the text of a page as displayed: without markup, notes, or scripts and templates without games. Entities
/// become characters; table rows and paragraphs become lines.
DerivedText text_of_page(std::string_view page);

// Scores that a page contains for a viewer program: in scripts and in attributes of tags.

/// Returns true for a text with a PGN tag or with `1.`, except within a number such as 21.5.
bool holds_a_game(std::string_view text);

/// Appends the scores of a script that begins at byte `at` of the page: all of it if its type is PGN, otherwise the
/// string literals that look like scores and have a tag, a result, or the word PGN before them. Literals joined by `+`
/// count as one.
void read_script(std::string_view script, std::size_t at, DerivedText& text);

/// Appends the scores in `data-pgn="..."`, and in other attributes whose names end in `pgn`, of a tag that begins at
/// byte `at` of the page.
void read_attributes(std::string_view tag, std::size_t at, DerivedText& text);

/// Returns the character of an entity given without `&` and `;`: "frac12", "#9822", "#x265E"; 0 if unknown.
char32_t entity(std::string_view name);

/// Returns true if a text may have an entity: `&`, later `;`.
bool may_have_entity(std::string_view text);
/// Replaces the entities of a text, `Gr&uuml;nfeld`, by their characters; also those escaped twice, `&amp;uuml;`.
std::string without_entities(std::string_view text);

}  // namespace cofnod::importers::page
