#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.hpp"
#include "search/material.hpp"
#include "search/pieces.hpp"
#include "search/question.hpp"
#include "search/wanted_position.hpp"
#include "store/header_filter.hpp"

namespace cofnod::search {

/// A question about games; a member that is not set asks for nothing. All that is asked of a position must be true of
/// one and the same position of the main line, or, where variations are asked too, of one of them.
struct Query {
    store::HeaderFilter header;
    std::vector<chess::Move> opening;  ///< the moves that the game begins with, from the usual position
    std::optional<WantedPosition> position;
    std::optional<PiecesPattern> pieces;
    std::optional<MaterialPattern> material;
    bool in_variations = false;  ///< positions of variations count, where the main line has none
    /// About another game than chess, instead of all that stands above but headers.
    std::shared_ptr<const Question> other;

    [[nodiscard]] bool asks_for_position() const {
        return position || pieces || material || (other && other->asks_for_position());
    }
    [[nodiscard]] bool asks_for_moves() const { return asks_for_position() || !opening.empty() || other; }
    /// The key of the exact position that is asked for.
    [[nodiscard]] std::optional<std::uint64_t> exact_key() const {
        if (other) return other->exact_key();
        return position && position->is_exact() ? std::optional(position->key()) : std::nullopt;
    }
    /// Returns true if nothing else is asked of the moves.
    [[nodiscard]] bool asks_for_key_alone() const {
        if (!exact_key()) return false;
        if (other) return other->asks_for_key_alone();
        return !pieces && !material && opening.empty();
    }
};

struct VariationLine;

/// A game that is meant.
struct Hit {
    std::int64_t game = 0;
    /// Moves played when the position first stands on the board, or the opening is over; nullopt: nothing was asked
    /// of the moves.
    std::optional<std::uint32_t> ply;
    /// Not in the main line: then `ply` is that of the move it replaces.
    std::shared_ptr<const VariationLine> variation = nullptr;
    std::uint32_t variation_ply = 0;  ///< moves of the variation played when the position stands on the board

    bool operator==(const Hit&) const = default;
};

}  // namespace cofnod::search
