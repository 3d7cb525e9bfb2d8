#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/problem.hpp"
#include "game/record.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// Returns where the line begins that ends the text in bytes [begin, end) and refers to another game, "Moves 1-8 as in
/// Game No. 12"; `end` if there is none.
std::uint32_t end_above_reference(const TokenisedText& text, std::uint32_t begin, std::uint32_t end);

/// The numbered games of a text, whose moves a later game may refer to:
///
///     GAME No. 13        White: Teichmann.   Black: Schlechter.       Moves 1-8 as in Game No. 12.
///
///         9. P-Q4          PxP
class EarlierGames {
public:
    explicit EarlierGames(const TokenisedText& text) : text_(text) {}

    /// Adds a game, if its heading has a number.
    void add(const Draft& game, const GameRecord& played);

    /// Puts the moves that the heading of a game refers to in front of its own. A board that is drawn above them must
    /// show the position after those moves. Returns the place of the reference if nothing gives the game's start.
    [[nodiscard]] std::optional<TextRange> put_moves_in_front(Draft& game) const;

private:
    struct Game {
        std::vector<Token> tokens;
        GameRecord played;  ///< start and moves
    };

    const TokenisedText& text_;
    std::map<std::uint32_t, Game> games_;
};

}  // namespace cofnod::importers::prose
