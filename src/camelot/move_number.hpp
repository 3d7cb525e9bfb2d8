#pragma once

#include <cstdint>
#include <optional>

#include "camelot/position.hpp"

/// The number by which the position index knows a move by result. Together with the position it says all; it stands in
/// databases, and fits 26 bits where a side has at most 14 pieces (Camelot, Cam, Camette; not Chivalry):
///
///      25          12 11    4 3           0
///     [ captured set |   to  |   number    ]     number: of the moving piece among its own, from A1 upwards
namespace cofnod::camelot {

inline constexpr int move_number_bits = 26;

/// Whether moves on this board have such numbers.
constexpr bool has_move_numbers(const Board& board) { return board.pieces_a_side <= 14; }

/// `move` must be legal.
std::uint32_t move_number(const Position& before, const Move& move);

/// The move with this number; nullopt where the position has no such piece. It may be any move, legal or not.
std::optional<Move> move_with_number(const Position& before, std::uint32_t number);

}  // namespace cofnod::camelot
