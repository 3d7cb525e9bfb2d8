#pragma once

#include <array>
#include <cstdint>

#include "camelot/position.hpp"

namespace cofnod::camelot {

/// What both generators ask of a position before they look at its pieces one by one.
struct Reach {
    explicit Reach(const Position& position);

    /// Whether a piece lifted from `from` could jump from `at`.
    [[nodiscard]] bool is_exposed(Square from, Square at) const {
        return near_enemies.contains(at) && can_jump(at, free | from);
    }
    [[nodiscard]] bool can_jump(Square at, const Bitboard& landing) const {
        for (int direction = 0; direction < direction_count; ++direction)
            if (enemies.contains(adjacent(at, direction)) && landing.contains(beyond(at, direction))) return true;
        return false;
    }
    /// The directions, a bit each, of the canters that begin on a square.
    [[nodiscard]] unsigned canters_from(Square square) const {
        return canters[static_cast<std::size_t>(square.index())];
    }

    Bitboard own, enemies, free;
    Bitboard quiet_targets;  ///< free, and not in the own castle: where no piece steps or canters (R14)
    Bitboard near_enemies;
    Bitboard movers;   ///< own pieces that may move but for castle moves: not those in the enemy castle (R18)
    Bitboard jumpers;  ///< movers that can jump
    bool must_leave;   ///< a piece stands in its own castle, and is the only mover (R16)
    /// Nobody stands on its own way: a canter moves by even numbers of files and ranks, and the piece leapt over is an
    /// odd number away. So these canters are those of every piece, lifted or not; only its start is not yet free.
    std::array<std::uint8_t, square_count> canters{};

private:
    template <int direction>
    void add_canters();
};

}  // namespace cofnod::camelot
