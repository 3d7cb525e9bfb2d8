#pragma once

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

}  // namespace cofnod::importers::page
