#pragma once

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// Completes a draft of chess once its last line is read: adds the text below the moves and the result it gives,
/// restores misprints, sorts columns, and takes back results that are evaluations.
void complete(const TokenisedText& text, Draft& draft);

}  // namespace cofnod::importers::prose
