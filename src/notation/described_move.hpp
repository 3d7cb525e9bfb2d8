#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "notation/reading.hpp"

namespace cofnod::notation {

/// A set of squares: bit 0 is a1, bit 1 b1, ... bit 63 h8.
using SquareSet = std::uint64_t;
inline constexpr SquareSet every_square = ~SquareSet{0};

enum class Wing : std::uint8_t { queen_side, king_side };

/// A move as denoted in a notation that need not name a single target square: `Kt-B3` is a knight and two squares.
struct DescribedMove {
    /// castle: to either side.
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
    bool has_no_rank = false;  ///< `K to B`: the first rank
    CheckMark check = CheckMark::none;
    std::uint8_t nag = 0;

    bool operator==(const DescribedMove&) const = default;
};

constexpr SquareSet squares_of(File file) { return SquareSet{0x0101010101010101} << static_cast<int>(file); }
constexpr SquareSet squares_of(Rank rank) { return SquareSet{0xFF} << (8 * static_cast<int>(rank)); }
static_assert((squares_of(File::e) & squares_of(Rank::r4)) == SquareSet{1} << 28);

class Language;

/// A move at the front of a text and its length. Moves in these notations contain blanks, `P - K 4`, so their end is
/// known only after parsing.
struct DescribedMoveAtFront {
    DescribedMove move;
    std::size_t length = 0;
};

/// Reads a move in a non-algebraic notation; nullopt if the text does not begin with one.
std::optional<DescribedMoveAtFront> read_descriptive(const Language& language, std::string_view text);

/// Reads an algebraic move without a full target square, or with the captured piece: `NxQ`, `Nf`, `NxPf6`, `exPd5`.
/// Must be matched against the legal moves. nullopt if the word is not of this form.
std::optional<DescribedMove> read_incomplete(const Language& language, std::string_view word);

}  // namespace cofnod::notation
