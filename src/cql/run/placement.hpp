#pragma once

#include <array>
#include <optional>
#include <vector>

#include "cql/run/board.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// The fewest sets of PieceSets whose union is that of a mask.
struct Slots {
    std::uint8_t count = 0;
    std::array<std::uint8_t, 13> slots{};

    explicit Slots(PieceMask pieces);
    [[nodiscard]] Bitboard of(const PieceSets& board) const {
        Bitboard result = board.of(slots[0]);
        for (std::size_t i = 1; i < count; ++i) result |= board.of(slots[i]);
        return result;
    }
};

/// A designator as a condition: one of these pieces stands on one of these squares, or (unless `wanted`) none does.
struct Placed {
    Slots pieces;
    Bitboard squares;
    bool wanted = true;

    [[nodiscard]] bool holds(const PieceSets& board) const { return (pieces.of(board) & squares).empty() != wanted; }
};

/// Returns the condition equivalent to a filter; nullopt if there is none.
std::optional<Placed> placed_of(const Node& node);
/// Returns the conjunction of conditions equivalent to a filter; nullopt if there is none.
std::optional<std::vector<Placed>> placement_of(const Node& node);

}  // namespace cofnod::cql
