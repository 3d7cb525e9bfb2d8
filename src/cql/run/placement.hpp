#pragma once

#include <array>
#include <optional>
#include <vector>

#include "cql/run/board.hpp"
#include "cql/syntax.hpp"

namespace cofnod::cql {

/// The fewest sets of a PieceSets whose union is what a mask means.
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

/// One designator as a condition: some of these pieces stands on one of these squares; or, if `wanted` is false, none.
struct Placed {
    Slots pieces;
    Bitboard squares;
    bool wanted = true;

    [[nodiscard]] bool holds(const PieceSets& board) const { return (pieces.of(board) & squares).empty() != wanted; }
};

/// A filter that is nothing but such a condition; nullopt: it is more.
std::optional<Placed> placed_of(const Node& node);
/// Such conditions that must all hold; nullopt: there is more to it.
std::optional<std::vector<Placed>> placement_of(const Node& node);

}  // namespace cofnod::cql
