#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.hpp"
#include "search/camelot/question.hpp"
#include "search/material.hpp"
#include "search/pieces.hpp"
#include "search/wanted_position.hpp"
#include "store/header_filter.hpp"

namespace cofnod::search {

/// What is asked of a game; what is not set asks for nothing. All that is asked of a position must be true of one and
/// the same position of the main line.
struct Query {
    store::HeaderFilter header;
    std::vector<chess::Move> opening;  ///< the moves that the game begins with, from the usual position
    std::optional<WantedPosition> position;
    std::optional<PiecesPattern> pieces;
    std::optional<MaterialPattern> material;
    std::optional<CamelotQuestion> camelot;  ///< of games of Camelot, instead of all that stands above but headers

    [[nodiscard]] bool asks_for_position() const {
        return position || pieces || material || (camelot && camelot->asks_for_position());
    }
    [[nodiscard]] bool asks_for_moves() const { return asks_for_position() || !opening.empty() || camelot; }
    /// The key of the exact position that is asked for.
    [[nodiscard]] std::optional<std::uint64_t> exact_key() const {
        if (camelot && camelot->position && camelot->position->is_exact()) return camelot->position->key();
        return position && position->is_exact() ? std::optional(position->key()) : std::nullopt;
    }
    /// Whether nothing else is asked of the moves.
    [[nodiscard]] bool asks_for_key_alone() const {
        if (!exact_key()) return false;
        if (camelot)
            return camelot->opening.empty() && !camelot->pieces && !camelot->pattern && camelot->played.empty();
        return !pieces && !material && opening.empty();
    }
};

/// A game that is meant.
struct Hit {
    std::int64_t game = 0;
    /// Moves played when the position first stands on the board, or the opening is over; nullopt: nothing was asked
    /// of the moves.
    std::optional<std::uint32_t> ply;

    bool operator==(const Hit&) const = default;
};

}  // namespace cofnod::search
