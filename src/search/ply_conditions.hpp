#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace cofnod {

struct GameRecord;
struct MoveCommands;

}  // namespace cofnod

namespace cofnod::search {

/// An inclusive range; both ends are open by default.
struct NumberRange {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();

    [[nodiscard]] bool has(double number) const { return low <= number && number <= high; }
};

/// Conditions on the move that led to a position: its signs, the numbers in its comment (MoveCommands) and the side
/// that played it. All must hold; a number that a comment lacks fits no range.
struct PlyConditions {
    enum class By : std::uint8_t { anybody, white, black, player, opponent, winner, loser };

    std::vector<std::uint32_t> nags;        ///< one of these; empty: any
    std::optional<NumberRange> evaluation;  ///< after the move, in pawns, from White's side; a mate is ±`mate`
    std::optional<NumberRange> loss;        ///< pawns that the move cost its side (loss_of)
    std::optional<NumberRange> clock;       ///< seconds left after the move
    std::optional<NumberRange> spent;       ///< seconds that the move took
    std::optional<NumberRange> depth;       ///< plies that an engine searched
    By by = By::anybody;
    std::vector<std::string> players;  ///< texts in the names of the players that `by` player and opponent are about

    static constexpr double mate = 1000;
    /// Returns the number that `evaluation` is about.
    static std::optional<double> evaluation_of(const MoveCommands& commands);

    /// Returns true if only games with comments or signs can match.
    [[nodiscard]] bool ask_for_annotations() const {
        return !nags.empty() || evaluation || loss || clock || spent || depth;
    }
    [[nodiscard]] bool are_given() const { return ask_for_annotations() || by != By::anybody; }

    /// Returns the main-line plies after whose move all conditions hold, ascending.
    [[nodiscard]] std::vector<std::uint32_t> plies_in(const GameRecord& record) const;
};

}  // namespace cofnod::search
