#pragma once

#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// Makes brackets of the dashes around a remark, `6. Lf4 e6 — Sehr fein gespielt. — 7. h3`: a dash apart from the words
/// around it, running text, and another such dash behind the end of a sentence in the same paragraph.
void bracket_dashed_remarks(TokenisedText& text);

}  // namespace cofnod::importers::prose
