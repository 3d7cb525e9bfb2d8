#pragma once

#include <cstdint>
#include <optional>

#include "camelot/position.hpp"

/// Number of a move by result in the position index: identifies the move, given the position. Stored in databases; fits
/// 26 bits if a side has at most 14 pieces (Camelot, Cam, Camette; not Chivalry):
///
///      25          12 11    4 3           0
///     [ captured set |   to  |   number    ]     number: of the moving piece among its own, from A1 upwards
namespace cofnod::camelot {

inline constexpr int move_number_bits = 26;

/// True if moves on this board have such numbers.
constexpr bool has_move_numbers(const Board& board) { return board.pieces_a_side <= 14; }

/// `move` must be legal.
std::uint32_t move_number(const Position& before, const Move& move);

/// Returns the move with this number, legal or not; nullopt if the position has no such piece.
std::optional<Move> move_with_number(const Position& before, std::uint32_t number);

}  // namespace cofnod::camelot
