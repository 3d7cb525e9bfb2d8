#pragma once

#include <cstdint>

#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// Adds the players of a game played by messages: whoever sent all of White's moves, and whoever sent all of Black's,
/// and the result if one of them resigns. Nobody, if one has sent moves of both. The draft begins at the stamp of its
/// first message, below `end_above`.
void add_senders(const TokenisedText& text, std::uint32_t end_above, Draft& draft);

}  // namespace cofnod::importers::prose
