#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "games/record/record.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"
#include "notation/languages.hpp"

namespace cofnod::importers::prose {

/// The words in front of a game that is quoted in running text.
struct Introduction {
    Tags tags;
    std::uint32_t begin = 0;  ///< byte of the names; without names, the end of the words
};

/// Reads the words in front of the first number of a game: two names, or a word for a game in the last sentence if a
/// colon or bracket ends it.
///
///     A game Maroczy-Berger (Vienna, 1908) continued in this way:          Jones v. Evans:
///     FROM A GAME FR. LAZARD-ED. LASKER
///     a drastic example is the following little game, played by students:
std::optional<Introduction> read_introduction(std::string_view words, const notation::Languages& languages);

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
