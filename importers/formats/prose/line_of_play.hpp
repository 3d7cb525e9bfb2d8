#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/position.hpp"
#include "games/record/record.hpp"
#include "importers/formats/prose/draft.hpp"
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/running_text.hpp"

namespace cofnod::importers::prose {

/// Moves told in running text, with comments between:
///
///     1. ... K-B2; 2. P-Kt5 (if K-Q2, the Rook falls), K-K3. Now the pawns cannot be stopped: 3. P-Kt6, PxP
struct LineOfPlay {
    /// A point of the line at which another may begin.
    struct Step {
        MoveNumber due;
        chess::Position position;
        std::size_t token;  ///< behind the moves so far
    };

    std::string start;  ///< FEN
    std::vector<Token> tokens;
    std::size_t plies = 0;
    std::vector<Step> steps;              ///< before each ply, and behind the last
    std::uint32_t end = 0;                ///< of the last move
    std::optional<std::uint32_t> cut_at;  ///< a number in the same paragraph that may continue it
};

/// True for a number at token `i` behind a word such as "if" or "not".
bool is_supposed(const TokenisedText& text, std::size_t i);

/// True for a number at token `i` behind a word such as "e.g.".
bool is_instance(const TokenisedText& text, std::size_t i);

/// Follows the moves that begin with the number at token `first`, from a board as a FEN places its pieces. The number
/// shows who is to move. Each further move has the number that is due or is the reply; all must be legal in one
/// language. Returns the longest reading; nullopt if not even the first move is legal.
std::optional<LineOfPlay> follow_from_board(const TokenisedText& text, std::size_t first, std::string_view placement);

/// Follows the moves from a position, in one language, as far as byte `end`. Returns a line without plies if the first
/// move is not legal.
LineOfPlay follow_from(const TokenisedText& text, std::size_t first, const chess::Position& start,
                       const notation::Language& language, std::uint32_t end);

/// Follows the moves from the initial position.
std::optional<LineOfPlay> follow_from_start(const TokenisedText& text, std::size_t first);

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
