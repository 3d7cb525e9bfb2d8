#pragma once

#include <cstdint>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"
#include "importers/rules.hpp"

namespace cofnod::importers::prose {

/// Returns the rules of the game that begins in the line: at its front or behind a number 1, with a move that is legal
/// there; after another game of these rules (`last`), with any that is not a chess move. nullptr: none, or chess.
const WordRules* game_beginning_in(const TokenisedText& text, const Draft& draft, const Line& line,
                                   const WordRules* last);

/// Ends the draft above the heading that belongs to the game beginning in the line, unless the heading is all that
/// there is of the draft.
void cut_heading_below(const TokenisedText& text, const Line& line, Draft& draft);

/// Completes a draft whose rules are set: adds the heading above it, turns notes into comments, and adds a result given
/// in words. `end_above` is the end of the game before.
void complete_in_words(const TokenisedText& text, std::uint32_t end_above, Draft& draft);

}  // namespace cofnod::importers::prose
