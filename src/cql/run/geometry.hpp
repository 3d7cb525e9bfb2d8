#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "cql/run/board.hpp"
#include "cql/syntax.hpp"

/// Directions, which ignore pieces, and rays, which pieces block.
namespace cofnod::cql {

/// Offset of one step.
struct Offset {
    int files;
    int ranks;
};
inline constexpr Offset steps[direction_count] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
inline constexpr DirectionMask orthogonal_directions = 0x55;
inline constexpr DirectionMask diagonal_directions = 0xAA;

/// Shifts squares to the right by `files` and up by `ranks`, dropping those that leave the board.
constexpr Bitboard moved(Bitboard squares, int files, int ranks) {
    if (files > 7 || files < -7 || ranks > 7 || ranks < -7) return {};
    std::uint64_t bits = squares.bits();
    constexpr std::uint64_t row = 0x0101010101010101ULL;
    if (files > 0) bits = (bits & row * (0xFFU >> files)) << files;
    if (files < 0) bits = (bits & row * (0xFFU << -files & 0xFFU)) >> -files;
    return Bitboard(ranks >= 0 ? bits << (8 * ranks) : bits >> (8 * -ranks));
}
static_assert(moved(*Square::parse("a1"), 1, 1) == Bitboard(*Square::parse("b2")));
static_assert(moved(*Square::parse("h1"), 1, 1).empty() && moved(*Square::parse("a1"), -1, 1).empty());

/// Returns all squares reached by `nearest` to `farthest` steps, which may be 0 or negative.
Bitboard reached(Bitboard from, DirectionMask set, int nearest, int farthest);

/// Returns the squares strictly between squares of the two sets that share a line.
Bitboard squares_between(Bitboard a, Bitboard b);

enum class RayValue : std::uint8_t {
    last,   ///< squares of the last set reached by a ray
    first,  ///< squares of the first set from which such a ray begins
};

/// Finds rays from a square of stations[0] through squares of each following set in turn, over empty squares only. An
/// occupied square of a set must be used; an empty one may be used or passed over. If `sliders_only`, a ray begins at a
/// piece that slides in its direction.
Bitboard ray(const PieceSets& board, DirectionMask set, std::span<const Bitboard> stations, bool sliders_only,
             RayValue value);

/// Minimal list of sets in PieceSets whose union is that of a mask.
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

/// Designator as a condition: one of these pieces is on one of these squares, or (unless `wanted`) none is.
struct Placed {
    Slots pieces;
    Bitboard squares;
    bool wanted = true;

    [[nodiscard]] bool holds(const PieceSets& board) const { return (pieces.of(board) & squares).empty() != wanted; }
};

/// Returns the condition equivalent to a filter; nullopt if there is none.
std::optional<Placed> placed_of(const Node& node);

}  // namespace cofnod::cql
