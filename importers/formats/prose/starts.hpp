#pragma once

#include "importers/formats/prose/boards.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

/// The position from which the moves of a line are played, where it is not the usual one.
namespace cofnod::importers::prose {

/// Sets the start of a game to the position above it.
void begin_at_position(const TokenisedText& text, const Line& line, Draft& draft);

/// Sets the start of a game with a heading to the board below it, "Moves 1-8 as in Game 12", if it is played from
/// there.
void begin_at_board(const TokenisedText& text, const Boards& boards, const Line& line, Draft& draft);

/// True if the game under way goes on in the line, or one with names below it, rather than that of a board above.
bool goes_on_at(const TokenisedText& text, const Boards& boards, const Draft& draft, const Line& line);

}  // namespace cofnod::importers::prose
