#pragma once

#include <optional>
#include <vector>

#include "search/camelot/move_traits.hpp"
#include "search/camelot/pattern.hpp"
#include "search/camelot/pieces.hpp"
#include "search/camelot/wanted_position.hpp"

namespace cofnod::search {

/// A question about the moves of a game of Camelot; the part of a Query that other games ask otherwise.
struct CamelotQuestion {
    const camelot::Board* board = nullptr;  ///< that it is played on; nullptr: any of the family
    std::vector<camelot::Move> opening;     ///< by result, from the usual position of the board
    std::optional<WantedCamelotPosition> position;
    std::optional<CamelotPieces> pieces;
    std::optional<CamelotPattern> pattern;
    MoveTraits played;  ///< the position was reached by a move with all of these

    [[nodiscard]] bool asks_for_position() const { return position || pieces || pattern || !played.empty(); }
};

}  // namespace cofnod::search
