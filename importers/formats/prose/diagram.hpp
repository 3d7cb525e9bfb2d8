#pragma once

#include <string_view>
#include <vector>

#include "importers/score/diagram.hpp"
#include "notation/languages.hpp"

/// Boards drawn with letters and signs:
///
///      8 | #R |    |    | #K |        8  r . . . k . . .        ♜ · · · ♚ · · ·
///        |-------------------          7  p p . . . . . .       ♟ ♟ · · · · · ·
///
/// With or without rank numbers, frames and file letters; a colour is a case (r, R), a mark (#R, ^R), a letter (bR, wR)
/// or a figurine. Pieces may have the letters of any language.
namespace cofnod::importers::prose {

/// Returns the diagrams of a text in order.
std::vector<Diagram> find_diagrams(std::string_view text, const notation::Languages& languages);

}  // namespace cofnod::importers::prose
