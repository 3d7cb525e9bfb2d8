#pragma once

#include <optional>
#include <string_view>

#include "importers/text/derived_text.hpp"

namespace cofnod::notation {
class Language;
class Languages;
}  // namespace cofnod::notation

/// Right-to-left lines stored by old programs as a page shows them, from left to right:
///
///     د5 ـه5.2 و6 د4.1       for       1.4د 6و 2.5هـ 5د
///
/// Numbers and Latin words keep their order, everything else is reversed and brackets are mirrored.
namespace cofnod::importers {

/// Returns the text with each line in logical order. Spans cover whole lines of the visual text; a problem is placed at
/// the word it is about. A digit behind a castling, where bidirectional text shows it, is returned to the move it
/// belongs to.
DerivedText logical_text(std::string_view visual);

/// Returns the language of a text after it is turned, given one whose words are stored in visual order; otherwise the
/// language itself.
const notation::Language* logical_form(const notation::Language* language, const notation::Languages& languages);

}  // namespace cofnod::importers
