#pragma once

#include <optional>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// Returns `Details: F8f7` directly below another header as a header, though no language knows its word.
std::optional<Line> unknown_header(const TokenisedText& text, const Draft& draft, Line line);

/// Adds a header to the tags of a draft.
void add_header(const TokenisedText& text, const Line& line, Draft& draft);

/// Splits a draft before the header `line` is added: where a new block of headers names a player once more, what is
/// above the block is a game without moves. Returns the draft that begins with the block; `draft` keeps the rest.
std::optional<Draft> split_headings(const TokenisedText& text, const Line& line, Draft& draft);

}  // namespace cofnod::importers::prose
