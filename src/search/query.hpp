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

/// A search for games; unset members match every game. All conditions on positions must hold at one position of the
/// main line or, with in_variations, of a variation.
struct Query {
    store::HeaderFilter header;
    std::vector<chess::Move> opening;  ///< first moves of the game, from the standard position
    std::optional<WantedPosition> position;
    std::optional<PiecesPattern> pieces;
    std::optional<MaterialPattern> material;
    bool in_variations = false;  ///< also search variations if the main line does not match
    /// These conditions with colours exchanged: a game that matches either matches. nullptr: none.
    std::shared_ptr<const Query> flipped;
    /// Question about other rules than chess; replaces all members above but header.
    std::shared_ptr<const Question> other;

    [[nodiscard]] bool asks_for_position() const {
        return position || pieces || material || (other && other->asks_for_position());
    }
    [[nodiscard]] bool asks_for_moves() const { return asks_for_position() || !opening.empty() || other; }
    /// Returns the key of the wanted position if it is exact.
    [[nodiscard]] std::optional<std::uint64_t> exact_key() const {
        if (other) return other->exact_key();
        return position && position->is_exact() ? std::optional(position->key()) : std::nullopt;
    }
    /// Returns true if exact_key() is the only condition on moves.
    [[nodiscard]] bool asks_for_key_alone() const {
        if (!exact_key() || flipped) return false;
        if (other) return other->asks_for_key_alone();
        return !pieces && !material && opening.empty();
    }
};

struct VariationLine;

/// A matching game.
struct Hit {
    std::int64_t game = 0;
    /// Ply of the first matching position, or the end of the opening; nullopt: no condition on moves.
    std::optional<std::uint32_t> ply;
    /// Matching variation; `ply` is then that of the move it replaces. nullptr: the main line matches.
    std::shared_ptr<const VariationLine> variation = nullptr;
    std::uint32_t variation_ply = 0;  ///< plies of the variation before the matching position

    bool operator==(const Hit&) const = default;
};

}  // namespace cofnod::search
