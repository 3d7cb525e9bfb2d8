#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/problem.hpp"
#include "games/record/record.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"

namespace cofnod::importers::prose {

/// A game quoted in a comment, including the preceding moves, which come from the game around it.
struct QuotedGame {
    Draft draft;  ///< begin and end delimit the quotation
    std::size_t plies = 0;
};

/// Finds games quoted in the comments of a game of chess:
///
///     After 10. K-B1 Black has a tremendous attack. A game Maroczy-Berger (Vienna, 1908) continued: 10. K-B1, Q-R5;
///     11. B-K3, Castles; 12. Kt-Q4, B-Kt5; ... 22. P-B3, PxP; Resigns.
///
/// Each is introduced by two names or a word for a game, and ends in a result or mate. Its first number is that of a
/// move in the game, or in a line of the same comment, and its moves are legal from there. `played` is the game as
/// read.
std::vector<QuotedGame> find_quoted_games(const TokenisedText& text, const Draft& game, const GameRecord& played);

/// Returns the start of the line at the end of bytes [begin, end) that refers to another game, "Moves 1-8 as in Game
/// No. 12"; `end` if there is none.
std::uint32_t end_above_reference(const TokenisedText& text, std::uint32_t begin, std::uint32_t end);

/// The numbered games of a text, to whose moves later games may refer:
///
///     GAME No. 13        White: Teichmann.   Black: Schlechter.       Moves 1-8 as in Game No. 12.
///
///         9. P-Q4          PxP
class EarlierGames {
public:
    explicit EarlierGames(const TokenisedText& text) : text_(text) {}

    /// Adds a game if its heading has a number.
    void add(const Draft& game, const GameRecord& played);

    /// Prepends the moves to which the heading of a game refers. A board drawn above the game's own moves must show the
    /// position after them. Returns the range of the reference if the start of the game cannot be found.
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
