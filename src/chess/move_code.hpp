#pragma once

#include <array>
#include <cstdint>

#include "chess/move.hpp"
#include "chess/piece.hpp"

/// The four-bit move code of packed games; see pack.hpp for the whole format.
namespace cofnod::chess::move_code {

inline constexpr int castle_king_side = 8;   ///< of a king
inline constexpr int castle_queen_side = 9;  ///< of a king
inline constexpr int null_move = 10;         ///< of a king
inline constexpr int double_step = 15;       ///< of a pawn

/// Meaning of a code for a piece on a square: 0..63 is the target square; larger values are special cases.
using Target = std::uint8_t;
inline constexpr Target promotion_to = 0x80;  ///< | square; the role is promotion_role(code)
inline constexpr Target castles_king_side = 0xC0;
inline constexpr Target castles_queen_side = 0xC1;
inline constexpr Target passes = 0xC2;
inline constexpr Target second_byte = 0xC3;  ///< diagonal queen move: the next byte is the square
inline constexpr Target nowhere = 0xFF;

/// Indexed by Piece::index(), code and square. Row 12 (no piece) is all `nowhere`.
using Targets = std::array<std::array<std::array<Target, square_count>, 16>, 13>;
extern const Targets targets;

constexpr Role promotion_role(int code) { return static_cast<Role>(code % 5); }

/// The code of a move, and whether a second byte with the square follows (diagonal queen moves). Colour and role are
/// separate parameters: a two-byte Piece would be assembled in memory first, a store-forwarding stall.
struct Code {
    int code;
    bool has_second_byte = false;
};
Code of(Color color, Role role, Move move);

}  // namespace cofnod::chess::move_code
