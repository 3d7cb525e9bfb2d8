#pragma once

#include <cstdint>
#include <optional>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// Adds the names that the lines directly above the moves have, unless header lines have names. Call when the draft has
/// its first move: they tell who resigned, and what belongs to the game.
void add_heading(const TokenisedText& text, std::uint32_t end_above, Draft& draft);

/// Completes a draft of chess once its last line is read: adds the text below the moves and the result it gives,
/// restores misprints, sorts columns, takes back results that are evaluations, and adds the names of a heading above
/// it. `end_above` is the end of the game before.
void complete(const TokenisedText& text, std::uint32_t end_above, Draft& draft);

/// Returns the start of the names at the end of a draft's text; nullopt if it does not end in names.
std::optional<std::uint32_t> names_below(const TokenisedText& text, const Line& next, const Draft& draft);

/// Ends a draft above the names at the end of its text: they are those of the next game, which begins in line `next`.
void cut_names_below(const TokenisedText& text, const Line& next, Draft& draft);

/// Leaves a result directly above line `next`, with other words between it and the moves, to the game that begins
/// there: `Brown`, `Lee`, `0-1`, `1. f3`.
void leave_result_to_next(const TokenisedText& text, const Line& next, Draft& draft);

/// Leaves a result behind the words that a line begins with, `Brown  Lee  0-1  1. f3`, to the game behind it.
void leave_result_in_line(const TokenisedText& text, const Line& line, Draft& draft);

}  // namespace cofnod::importers::prose
