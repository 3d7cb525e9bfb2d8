#pragma once

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// True for the first line of a paragraph that begins with a mark, `(a)` or `[1]`, which stands in the score above it:
/// a note, the moves of which are not the game's.
bool begins_footnote(const TokenisedText& text, const Draft& draft, const Line& line);

}  // namespace cofnod::importers::prose
