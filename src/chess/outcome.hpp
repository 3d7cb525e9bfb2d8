#pragma once

#include <cstdint>

#include "base/repetition.hpp"
#include "chess/position.hpp"

namespace cofnod::chess {

/// How the rules end a game on the board, whether the players noticed or not.
enum class Outcome : std::uint8_t { none, checkmate, stalemate };

Outcome outcome(const Position& position);

/// Neither side could ever give mate: bare kings, one minor piece in all, or bishops on squares of one colour only.
/// (FIDE 5.2.2 knows more dead positions, blocked ones for instance; nobody decides those quickly.)
bool has_insufficient_material(const Position& position);

/// Fifty moves each without capture or pawn move: a player may claim a draw (FIDE 9.3).
inline bool is_fifty_move_draw(const Position& position) { return position.halfmove_clock() >= 100; }

using cofnod::earlier_occurrences;

}  // namespace cofnod::chess
