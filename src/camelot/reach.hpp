#pragma once

#include <array>
#include <cstdint>

#include "camelot/position.hpp"

namespace cofnod::camelot {

/// Precomputed sets of a position, shared by both generators.
struct Reach {
    explicit Reach(const Position& position);

    /// True if a piece lifted from `from` could jump from `at`.
    [[nodiscard]] bool is_exposed(Square from, Square at) const {
        return near_enemies.contains(at) && can_jump(at, free | from);
    }
    [[nodiscard]] bool can_jump(Square at, const Bitboard& landing) const {
        for (int direction = 0; direction < direction_count; ++direction)
            if (enemies.contains(adjacent(at, direction)) && landing.contains(beyond(at, direction))) return true;
        return false;
    }
    /// Directions of the canters that begin on a square, one bit each.
    [[nodiscard]] unsigned canters_from(Square square) const {
        return canters[static_cast<std::size_t>(square.index())];
    }

    Bitboard own, enemies, free;
    Bitboard quiet_targets;  ///< free and not in the own castle, which is closed to steps and canters (R14)
    Bitboard near_enemies;
    Bitboard movers;   ///< own pieces that may make moves other than castle moves: not those in the enemy castle (R18)
    Bitboard jumpers;  ///< movers that can jump
    bool must_leave;   ///< a piece stands in its own castle and is the only one that may move (R16)
    /// Directions of canters by square, valid for every piece: it never leaps over its own start, since a canter moves
    /// by even numbers of files and ranks and the piece leapt over is an odd number away. Only the start itself is not
    /// marked as free.
    std::array<std::uint8_t, square_count> canters{};

private:
    template <int direction>
    void add_canters();
};

}  // namespace cofnod::camelot
