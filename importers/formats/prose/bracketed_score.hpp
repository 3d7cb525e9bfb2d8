#pragma once

#include <cstddef>
#include <optional>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// Finds a score in brackets among the words of a sentence, `the Caro-Kann (1 e4, c6; 2 d4, d5) is sound`: nothing but
/// numbers from 1 on and moves, two at least, all legal from the initial position. Looks at the brackets
/// that the line opens from token `next` on, and sets `next` to the token where to go on.
std::optional<Draft> find_bracketed_score(const TokenisedText& text, const Line& line, std::size_t& next);

/// True if the line has moves outside brackets.
bool has_open_moves(const TokenisedText& text, const Line& line);

}  // namespace cofnod::importers::prose
