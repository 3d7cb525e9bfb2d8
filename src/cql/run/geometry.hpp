#pragma once

#include <cstdint>
#include <span>

#include "cql/run/board.hpp"
#include "cql/syntax.hpp"

/// Directions on the board, whatever stands there, and rays, which pieces stop.
namespace cofnod::cql {

/// One step, by Direction.
struct Offset {
    int files;
    int ranks;
};
inline constexpr Offset steps[direction_count] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
inline constexpr DirectionMask orthogonal_directions = 0x55;
inline constexpr DirectionMask diagonal_directions = 0xAA;

/// Every square moved by so many files to the right and ranks up; what leaves the board is gone.
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

/// All squares that some number of steps from `nearest` to `farthest` leads to. Steps may be 0 or negative.
Bitboard reached(Bitboard from, DirectionMask set, int nearest, int farthest);

/// The squares strictly between a square of one set and a square of the other on a common line.
Bitboard squares_between(Bitboard a, Bitboard b);

enum class RayValue : std::uint8_t {
    last,   ///< squares of the last set that a ray comes to
    first,  ///< squares of the first set that such a ray starts from
};

/// Rays from a square of stations[0] over squares of each following set in turn; any square between may only be empty.
/// A square of a set counts if it is occupied; if it is empty, both using it and passing over it are tried.
/// `sliders_only`: a ray begins at a piece that slides in its direction.
Bitboard ray(const PieceSets& board, DirectionMask set, std::span<const Bitboard> stations, bool sliders_only,
             RayValue value);

}  // namespace cofnod::cql
