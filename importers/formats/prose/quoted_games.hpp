#pragma once

#include <cstddef>
#include <vector>

#include "game/record.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// A game quoted in a comment, with the moves before it from the game around it.
struct QuotedGame {
    Draft draft;  ///< begin and end: of the quotation
    std::size_t plies = 0;
};

/// Finds games that the comments of a game of chess quote:
///
///     After 10. K-B1 Black has a tremendous attack. A game Maroczy-Berger (Vienna, 1908) continued: 10. K-B1, Q-R5;
///     11. B-K3, Castles; 12. Kt-Q4, B-Kt5; ... 22. P-B3, PxP; Resigns.
///
/// Each is introduced by two names or a word for a game, and ends in a result or mate. Its first number is that of a
/// move of the game, or of a line in the same comment, and its moves are legal there. `played`: the game, as read.
std::vector<QuotedGame> find_quoted_games(const TokenisedText& text, const Draft& game, const GameRecord& played);

}  // namespace cofnod::importers::prose
