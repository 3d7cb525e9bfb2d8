#pragma once

#include <functional>

#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// Returns true if the word token can be played from the initial position.
using IsFirstMove = std::function<bool(const Token& word)>;

/// Separates what people and scanners write together, and drops what they write besides, so that the tokens of a score
/// are numbers and moves:
///
///     [date] Siân: 1. e4   the stamp of a message
///     - 1/ e4 e5           a bullet, and other signs behind a number
///     1.e4,e5 2.Nf3-Nc6    two moves joined by a sign
///     1.d4Sf62.c4e63.      no blanks at all
///     9. h3 h6 1O. Nbd2    misread digits, where the number is known
void separate_typed_tokens(TokenisedText& text, const IsFirstMove& is_first_move);

}  // namespace cofnod::importers::prose
