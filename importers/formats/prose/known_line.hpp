#pragma once

#include <algorithm>
#include <vector>

#include "game/record.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/line_of_play.hpp"
#include "importers/formats/prose/tokenised_text.hpp"

namespace cofnod::importers::prose {

/// The moves of a game or line from its start, at any of which another may go on.
struct KnownLine {
    using Steps = std::vector<LineOfPlay::Step>;

    std::vector<Token> tokens;
    Steps steps;  ///< before each ply, and behind the last

    /// Returns the step at which a move number is due.
    [[nodiscard]] Steps::const_iterator step_at(const MoveNumber& number) const {
        return std::find_if(steps.begin(), steps.end(),
                            [&](const LineOfPlay::Step& step) { return step.due == number; });
    }
    /// Returns the tokens of the moves before a step.
    [[nodiscard]] std::vector<Token> tokens_before(Steps::const_iterator step) const {
        return {tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(step->token)};
    }
};

/// Returns the main line of a game of chess. `played`: the game, as read.
KnownLine main_line(const TokenisedText& text, const std::vector<Token>& game, const GameRecord& played);

}  // namespace cofnod::importers::prose
