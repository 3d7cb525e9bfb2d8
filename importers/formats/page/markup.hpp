#pragma once

#include <string_view>

#include "importers/text/derived_text.hpp"

/// Pages of the web: HTML and wikitext.
namespace cofnod::importers::page {

/// Returns whether a text begins as HTML, or with a heading or template of wikitext and looks like a page.
bool begins_as_page(std::string_view start);

/// Returns whether a text is a page by its tags, or by the headings, templates and links of wikitext.
bool looks_like_page(std::string_view start);

/// The text of a page as a reader sees it: no markup, scripts, notes or templates without games; entities are the signs
/// they stand for; rows of tables and paragraphs are lines.
DerivedText text_of_page(std::string_view page);

}  // namespace cofnod::importers::page
