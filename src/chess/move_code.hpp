#pragma once

#include <array>
#include <cstdint>

#include "chess/move.hpp"
#include "chess/piece.hpp"

/// The four bits that say where a piece goes; pack.hpp draws the whole format.
namespace cofnod::chess::move_code {

inline constexpr int castle_king_side = 8;   ///< of a king
inline constexpr int castle_queen_side = 9;  ///< of a king
inline constexpr int null_move = 10;         ///< of a king
inline constexpr int double_step = 15;       ///< of a pawn

/// What a code means for a piece on a square: 0..63 goes there; more than that is out of the ordinary.
using Target = std::uint8_t;
inline constexpr Target promotion_to = 0x80;  ///< | square; the role is promotion_role(code)
inline constexpr Target castles_king_side = 0xC0;
inline constexpr Target castles_queen_side = 0xC1;
inline constexpr Target passes = 0xC2;
inline constexpr Target second_byte = 0xC3;  ///< a queen's diagonal: the next byte is the square
inline constexpr Target nowhere = 0xFF;

/// By Piece::index(), code, square. Row 12 (no piece) goes nowhere.
using Targets = std::array<std::array<std::array<Target, square_count>, 16>, 13>;
extern const Targets targets;

constexpr Role promotion_role(int code) { return static_cast<Role>(code % 5); }

/// The code of a move, and whether the square follows as a second byte, as after a queen's diagonal. (Colour and role
/// come apart: a Piece in its two bytes would be put together in memory first, and waited for.)
struct Code {
    int code;
    bool has_second_byte = false;
};
Code of(Color color, Role role, Move move);

}  // namespace cofnod::chess::move_code
