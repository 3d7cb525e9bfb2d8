#pragma once

#include <optional>
#include <string_view>

#include "importers/text/derived_text.hpp"
#include "notation/languages.hpp"

/// Archives of old programs that keep right-to-left lines as a page shows them, from left to right:
///
///     د5 ـه5.2 و6 د4.1       for       1.4د 6و 2.5هـ 5د
///
/// Numbers and Latin words stand as they are, all else is reversed and brackets are mirrored.
namespace cofnod::importers {

/// The text with each line in the order in which it is read. Spans count whole lines of the visual text; a problem is
/// at the word it is about. A castling takes a digit that stands behind it, as bidirectional text shows it, from the
/// move that it belongs to.
DerivedText logical_text(std::string_view visual);

/// The language whose words a text turned so is in, for one whose words are stored in visual order; else itself.
const notation::Language* logical_form(const notation::Language* language, const notation::Languages& languages);

}  // namespace cofnod::importers
