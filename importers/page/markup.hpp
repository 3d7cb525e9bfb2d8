#pragma once

#include <string_view>

#include "importers/derived_text.hpp"

/// Pages of the web: HTML and wikitext.
namespace cofnod::importers::page {

bool begins_as_html(std::string_view start);
/// With a heading or template, and looks like a page.
bool begins_as_wikitext(std::string_view start);

/// Whether a text that does not begin so is a page all the same, by its tags or by the headings, templates and links of
/// wikitext.
bool looks_like_page(std::string_view start);

/// The text of a page as a reader sees it: no markup, scripts, notes or templates without games; entities are the signs
/// they stand for; rows of tables and paragraphs are lines.
DerivedText text_of_page(std::string_view page);

}  // namespace cofnod::importers::page
