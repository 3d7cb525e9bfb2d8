#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "games/record/record.hpp"

namespace cofnod {

// Positions of a game that its PGN marks or its booklet draws, by notes that a copy of the game has there.

/// A position of a game: after `ply` plies, counted from its start, in the main line or in a variation.
struct GamePlace {
    std::uint32_t line = 0;  ///< 0: the main line; n: the n-th variation in the order of the record
    std::uint32_t ply = 0;

    auto operator<=>(const GamePlace&) const = default;
};

/// NAGs that ask for a diagram of the position, from White's side and from Black's.
inline constexpr std::uint32_t nag_of_diagram = 220, nag_of_diagram_from_black = 221;

/// Returns true for a note that asks for a diagram: one of these NAGs, or a comment such as "D".
bool asks_for_diagram(const Annotations::Item& item);
/// Returns true if one of the notes does.
bool asks_for_diagram(const Annotations& notes);

/// Returns a game with `[%found]` in the comment after the move to each place.
GameRecord with_marks(const GameRecord& record, std::vector<GamePlace> places);

/// Returns a game with a sign that asks for a diagram after the move to each place, unless a note on that move does.
GameRecord with_diagrams(const GameRecord& record, std::vector<GamePlace> places);

}  // namespace cofnod
