#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "importers/decoder/running/games_in_text.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"

namespace cofnod::importers::prose {

/// A line of play that a search of the text has found.
struct FoundLine {
    running::GameInText game;
    Draft draft;                      ///< its moves and the remarks between them; begins at its first number
    std::vector<double> confidences;  ///< of a recogniser, for each move; below 0: unknown
    std::set<std::string> codes;      ///< of the notations in which its moves can be read
    std::uint32_t doubtful = 0;       ///< byte of the doubtful move
    std::uint32_t end_of_moves = 0;   ///< end of the last move

    /// Returns the number of moves found here; the first moves of a note are those of another game.
    [[nodiscard]] std::size_t plies() const { return game.line.moves.size() - game.borrowed; }
    /// Returns true if nothing casts doubt on it and its end is seen.
    [[nodiscard]] bool is_sure() const { return game.doubt == running::GameInText::Doubt::none && game.line.has_end; }
    /// Returns true if it has the evidence of a whole game, and no other line is nearly as likely.
    [[nodiscard]] bool is_evident() const;
    /// Returns true if it has so much more evidence than the moves of a game that were read that it takes their place.
    [[nodiscard]] bool surpasses(const GameRecord& record) const;
};

using running::Extent;

/// Searches a text for lines of play outside the extents of `told`, games that were read already, in their order.
std::vector<FoundLine> find_lines(const TokenisedText& text, std::span<const Diagram> boards, ScorePlayer& player,
                                  std::span<const Extent> told);

}  // namespace cofnod::importers::prose
