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
#include "importers/formats/prose/lines.hpp"
#include "importers/formats/prose/running_text.hpp"

namespace cofnod::importers::prose {

/// Moves in running text, with comments between them:
///
///     1. ... K-B2; 2. P-Kt5 (if K-Q2, the Rook falls), K-K3. Now the pawns cannot be stopped: 3. P-Kt6, PxP
struct LineOfPlay {
    /// A point of the line at which another line may begin.
    struct Step {
        MoveNumber due;
        chess::Position position;
        std::size_t token;  ///< number of tokens before it
    };

    std::string start;  ///< FEN
    std::vector<Token> tokens;
    std::size_t plies = 0;
    std::vector<Step> steps;              ///< before each ply, and after the last
    std::uint32_t end = 0;                ///< end of the last move
    std::optional<std::uint32_t> cut_at;  ///< a later number in the same paragraph that may continue the line
};

/// Returns true for a number at token `i` that follows a word such as "if" or "not".
bool is_supposed(const TokenisedText& text, std::size_t i);

/// Returns true for a number at token `i` that follows a word such as "e.g.".
bool is_instance(const TokenisedText& text, std::size_t i);

/// Follows the moves that begin with the number at token `first`, from a board given as the placement field of a FEN.
/// The number determines the side to move. Each further move must have the expected number or be the reply, and all
/// must be legal in one language. Returns the longest reading; nullopt if not even the first move is legal.
std::optional<LineOfPlay> follow_from_board(const TokenisedText& text, std::size_t first, std::string_view placement);

/// Follows the moves from a position, in one language, up to byte `end`. Returns a line without plies if the first move
/// is illegal.
LineOfPlay follow_from(const TokenisedText& text, std::size_t first, const chess::Position& start,
                       const notation::Language& language, std::uint32_t end);

/// Follows the moves from the initial position.
std::optional<LineOfPlay> follow_from_start(const TokenisedText& text, std::size_t first);

/// The moves of a game or line from its start, any of which may be continued differently.
struct KnownLine {
    using Steps = std::vector<LineOfPlay::Step>;

    std::vector<Token> tokens;
    Steps steps;  ///< before each ply, and after the last

    /// Returns the step before a given move number.
    [[nodiscard]] Steps::const_iterator step_at(const MoveNumber& number) const {
        return std::find_if(steps.begin(), steps.end(),
                            [&](const LineOfPlay::Step& step) { return step.due == number; });
    }
    /// Returns the tokens of the moves before a step.
    [[nodiscard]] std::vector<Token> tokens_before(Steps::const_iterator step) const {
        return {tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(step->token)};
    }
};

/// Returns the main line of a game of chess. `played` is the game as read.
KnownLine main_line(const TokenisedText& text, const std::vector<Token>& game, const GameRecord& played);

}  // namespace cofnod::importers::prose
