#pragma once

#include <cstdint>
#include <optional>

#include "notation/reading.hpp"
#include "notation/words.hpp"

namespace cofnod::notation {

/// A set of squares: bit i is a1 = 0, b1 = 1, ... h8 = 63.
using SquareSet = std::uint64_t;
inline constexpr SquareSet every_square = ~SquareSet{0};

enum class Wing : std::uint8_t { queen_side, king_side };

/// A move as denoted in a notation that need not name a single target square: `Kt-B3` is a knight and two squares.
struct DescribedMove {
    /// castle: on either side.
    enum class Kind : std::uint8_t { move, castle, castle_king_side, castle_queen_side, null_move };

    Kind kind = Kind::move;
    bool seen_by_mover = false;  ///< ranks are counted from the mover's side: Black's `K4` is stored as White's, bit e4
    std::optional<Role> role;    ///< absent if only squares are written
    SquareSet from = every_square;
    SquareSet to = every_square;
    std::optional<Wing> wing;     ///< `QR`: the rook that began there; used only if two pieces fit
    std::optional<bool> capture;  ///< absent: capture or not
    std::optional<Role> captured;
    std::optional<Role> promotion;
    bool en_passant = false;
    CheckMark check = CheckMark::none;
    std::uint8_t nag = 0;

    bool operator==(const DescribedMove&) const = default;
};

constexpr SquareSet squares_of(File file) { return SquareSet{0x0101010101010101} << static_cast<int>(file); }
constexpr SquareSet squares_of(Rank rank) { return SquareSet{0xFF} << (8 * static_cast<int>(rank)); }
static_assert((squares_of(File::e) & squares_of(Rank::r4)) == SquareSet{1} << 28);

}  // namespace cofnod::notation
