#pragma once

#include <optional>
#include <vector>

#include "search/camelot/move_traits.hpp"
#include "search/camelot/pattern.hpp"
#include "search/camelot/pieces.hpp"
#include "search/camelot/wanted_position.hpp"

namespace cofnod::search {

/// The conditions of a Query on positions and moves of Camelot.
struct CamelotQuestion {
    const camelot::Board* board = nullptr;  ///< nullptr: any of the family
    std::vector<camelot::Move> opening;     ///< by effect, from the standard position of the board
    std::optional<WantedCamelotPosition> position;
    std::optional<CamelotPieces> pieces;
    std::optional<CamelotPattern> pattern;
    MoveTraits played;  ///< traits of the move that reached the position

    [[nodiscard]] bool asks_for_position() const { return position || pieces || pattern || !played.empty(); }
};

}  // namespace cofnod::search
