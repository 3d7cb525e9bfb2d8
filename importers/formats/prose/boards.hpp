#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "game/tags.hpp"
#include "importers/formats/prose/diagram.hpp"
#include "importers/formats/prose/line_of_play.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// The drawn boards of a text, and the lines of play that begin at them.
class Boards {
public:
    Boards(std::string_view text, const notation::Languages& languages);

    [[nodiscard]] bool empty() const { return diagrams_.empty(); }

    /// True if the line belongs to a drawing. Lines come in order.
    bool holds(const Line& line);

    /// A line of play, and the token of its first number.
    struct Found {
        LineOfPlay line;
        std::size_t first;
        const Diagram* board = nullptr;
        std::optional<std::uint32_t> misprint{};  ///< the board, if a king of it is misprinted
    };

    /// Finds moves in the line that can be played from a board: the one drawn above, below byte `from`, or the one that
    /// the text before names by its number, "In Diagram 7 White wins by 1. R-Q8".
    [[nodiscard]] std::optional<Found> find_play(const TokenisedText& text, const Line& line, std::uint32_t from) const;

    /// Returns the board drawn above byte `at`, if it is below `from` and no more than a comment stands between.
    [[nodiscard]] const Diagram* above(std::uint32_t at, std::uint32_t from) const;

    /// Returns the players whose game a position is from, as the paragraph above a board names them, or the text below
    /// it down to byte `at`: "FROM A GAME BIRD-JANOWSKI (HASTINGS, 1895)". `from`: end of the game above. No tags:
    /// nobody.
    [[nodiscard]] Tags players_at(const TokenisedText& text, const Diagram& board, std::uint32_t from,
                                  std::uint32_t at) const;

    /// Returns the boards drawn in bytes [begin, end).
    [[nodiscard]] std::span<const Diagram> within(std::uint32_t begin, std::uint32_t end) const;

private:
    [[nodiscard]] bool begins_below_board(const TokenisedText& text, std::size_t i, std::uint32_t from) const;
    [[nodiscard]] const Diagram* named_before(const TokenisedText& text, std::uint32_t at) const;

    std::vector<Diagram> diagrams_;
    std::vector<std::uint32_t> numbers_;  ///< in their captions; 0: none
    std::size_t next_ = 0;                ///< of holds()
};

}  // namespace cofnod::importers::prose
